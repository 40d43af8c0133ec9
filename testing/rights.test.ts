// Who may make which call, written down by hand from the product's list of modules and read from nothing else: a change of the
// contract's own table that opens a call, or shuts it, is seen here. Through the BFF, as a browser would.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as make from '../backend/seed/builders';
import { aBrowser, aWeb, type Web } from './web';
import { aWorld, PASSWORD, type TestWorld } from './world';

/** nobody, viewer (no module), editor (modules 1 to 4), clerk (all other modules), superuser. */
const PEOPLE = ['nobody', 'viewer', 'editor', 'clerk', 'super'] as const;

/**
 * A call and what each of them is answered. What changes something is sent an empty body or an id that nobody has: whoever may make
 * the call gets as far as 400 or 404, the others are turned away before with 401 or 403.
 */
const LINES = `
GET    user/                                  401 200 200 200 200
GET    layer/                                 401 200 200 200 200
GET    simple_layers/                         401 200 200 200 200
GET    layer/{layer}/                         401 200 200 404 200
GET    layer/{secret}/                        401 404 404 404 200
GET    layer/{secret}/fields/                 401 404 404 404 200
GET    layer/{secret}/usage/                  401 404 404 404 200
GET    layerdata/?layer={secret}              401 404 404 404 200
GET    layerdata/get_ids/?layer={secret}      401 404 404 404 200
POST   copylayer/                             401 403 400 403 400
POST   databaselayer/                         401 403 403 403 400
PATCH  layer/{layer}/ {"bad":1}               401 403 400 403 400
PATCH  layer/{polygons}/ {"label":"x"}        401 403 200 403 200
PATCH  layer/{secret}/ {"label":"x"}          401 403 404 403 200
PATCH  style/{secret}/ {"labels":null}        401 403 404 403 200
DELETE layer/999999/                          401 403 404 403 404
DELETE layer/{secret}/                        401 403 404 403 skip
DELETE layer/delete_bulk/                     401 403 400 403 400
POST   layer/999999/restore/                  401 403 404 403 404
DELETE layer/999999/full_delete/              401 403 403 403 404
GET    layer/deleted/                         401 200 200 200 200
POST   layergroup/                            401 403 400 403 400
PUT    layergroup/999999/ {"label":"x"}       401 403 404 403 404
DELETE layergroup/999999/                     401 403 404 403 404
POST   layerdata/                             401 400 400 400 400
POST   layerdata/ {"layer":{layer},"geometry":{"type":"Point","coordinates":[51,35]},"value":{"name":"x"}}  401 403 200 404 200
PUT    layerdata/{record}/ {"value":{"name":"x"}}  401 403 200 404 200
DELETE layerdata/{secretRecord}/              401 404 404 404 skip
POST   layerdata/{secretRecord}/withdraw/     401 404 404 404 403
POST   layerdata/{record}/withdraw/           401 403 403 404 403
POST   layerdata/full_delete/                 401 403 403 403 400
GET    deleted_layerdata/                     401 403 403 200 200
GET    layerdatalog/?layer_data={secretRecord}  401 404 404 404 200
GET    layerdatafile/?layer_data={secretRecord} 401 404 404 404 200
POST   export_token/{layer}/ {"format":"csv"} 401 403 200 404 200
POST   export_token/{secret}/ {"format":"csv"} 401 404 404 404 200
PUT    supervision/{record}/                  401 403 403 400 400
GET    supervisionlayer/                      401 403 403 200 200
GET    users/                                 401 403 403 200 200
GET    users/get_all/                         401 403 403 200 200
GET    users/get_all_supervisors/             401 200 200 200 200
POST   users/999999/lock/                     401 403 403 404 404
POST   users/999999/unlock/                   401 403 403 404 404
DELETE users/999999/                          401 403 403 404 404
GET    users/999999/                          401 403 403 404 404
POST   user/999999/logout/                    401 403 403 404 404
GET    group/                                 401 403 403 200 200
POST   group/                                 401 403 403 400 400
DELETE group/999999/                          401 403 403 404 404
POST   group/999999/copy/                     401 403 403 404 404
GET    urls/                                  401 403 403 200 200
GET    layerpermission/?group=999999          401 403 403 404 404
GET    layerpermission/?layer={secret}        401 404 404 200 200
POST   layerpermission/?layer={layer} {"permissions":[]}  401 403 200 200 200
GET    systemlog/                             401 403 403 200 200
GET    report/activity/?from=2026-01-01&to=2026-01-02  401 403 403 200 200
POST   report/statistics/                     401 403 403 400 400
POST   report/statistics/ {"layer":{secret},"group_by":{"field":"name"}}  401 403 403 404 200
GET    lastchats/                             401 403 403 200 200
GET    contacts/                              401 403 403 200 200
GET    message/check/                         401 403 403 200 200
POST   message/                               401 403 403 400 400
GET    notiffication/                         401 403 403 200 200
POST   notiffication/                         401 403 403 400 400
DELETE notiffication/999999/                  401 403 403 404 404
GET    messagerecipient/?notiffication=999999 401 403 403 404 404
POST   announcement/                          401 403 403 400 400
GET    announcement/ids/                      401 200 200 200 200
GET    onlineusers/                           401 403 403 200 200
GET    trackgeo/                              401 403 403 200 200
POST   region/                                401 403 403 400 400
DELETE region/999999/                         401 403 403 404 404
POST   project/                               401 403 403 400 400
DELETE project/999999/                        401 403 403 404 404
GET    project/                               401 200 200 200 200
GET    arcsde/                                401 403 403 403 200
POST   arcsde/                                401 403 403 403 400
DELETE arcsde/999999/                         401 403 403 403 404
GET    applog/                                401 403 403 403 200
POST   envs/set_for_users/                    401 403 403 400 400
DELETE appupdate/999999/                      401 403 403 403 404
GET    drawing/                               401 200 200 200 200
GET    user_items/                            401 200 200 200 200
GET    plan/                                  200 200 200 200 200
GET    userconfig/get_customer_config/        200 200 200 200 200
`;

let w: TestWorld;
let web: Web;
const browsers = new Map<string, ReturnType<typeof aBrowser>>();
let ids: Record<string, number>;

beforeAll(async () => {
  w = await aWorld('embedded');
  const clerk = await make.aRole(w.engine, w.ids.customer, 'clerk', [5, 6, 7, 8, 9, 10, 11, 15, 16, 17]);
  await make.aPerson(w.engine, w.ids.customer, { username: 'clerk', password: PASSWORD, roles: [clerk] });
  const hidden = await w.engine.db.selectFrom('record').select('id').where('layer_id', '=', w.ids.secret).executeTakeFirstOrThrow(); // biome-ignore format: one query
  ids = { ...w.ids, secretRecord: hidden.id };
  web = await aWeb(w);
  for (const name of PEOPLE) {
    const browser = aBrowser(web);
    browsers.set(name, browser);
    if (name !== 'nobody') expect((await browser.signIn(name)).status).toBe(200);
  }
});
afterAll(async () => {
  await web.close();
  await w.close();
});

const LINE = /^(\w+)\s+(\S+)(?:\s+(\{.*\}))?((?:\s+(?:\d{3}|skip)){5})$/;

it.each(LINES.trim().split('\n'))('%s', async (line) => {
  const [, method = '', path = '', body, statuses = ''] = LINE.exec(line) ?? [];
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(ids[name] ?? whole));
  const given: [string, number][] = [];
  const expected: [string, number][] = [];
  for (const [i, status] of statuses.trim().split(/\s+/).entries()) {
    const name = PEOPLE[i] as string;
    if (status === 'skip') continue;
    const sent = method === 'GET' ? undefined : JSON.parse(filled(body ?? '{}'));
    const answer = await browsers.get(name)?.send(method, `/api/${filled(path)}`, sent);
    given.push([name, answer?.status ?? 0]);
    expected.push([name, Number(status)]);
  }
  expect(given).toEqual(expected);
});

it('holds lines that can be read', () => {
  expect(
    LINES.trim()
      .split('\n')
      .filter((line) => !LINE.test(line)),
  ).toEqual([]);
});
