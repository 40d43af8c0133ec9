// Who may make which call, written down by hand from the product's list of modules and read from nothing else: a change of the
// contract's own table that opens a call, or shuts it, is seen here. Some calls through the BFF, as a browser would, to their answer;
// all of them at the backend itself, for each thing that a person can hold.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../backend/areas/session/tokens';
import { subscribe } from '../backend/areas/subscription/store';
import * as make from '../backend/seed/builders';
import { DEMO_CONFIG } from '../backend/seed/demo';
import { rows } from '../contract/index';
import { createBrowser, createSession, startWeb, type Web } from './web';
import { createWorld, PASSWORD, type TestWorld } from './world';

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
POST   databaselayer/                         401 403 400 403 400
POST   databaselayer/ {"host":"db.test","database":"d","username":"u","password":"p"}  401 403 403 403 400
POST   databaselayer/ {"id":999999}           401 403 404 403 404
POST   databaselayer/preview/                 401 403 400 403 400
POST   databaselayer/preview/ {"arcsde":999999,"schema":"s","table":"t"}  401 403 404 403 404
POST   layershape/from_arcsde/                401 403 400 403 400
POST   layershape/from_arcsde/ {"arcsde":999999,"schema":"s","table":"t","label":"x"}  401 403 404 403 404
POST   layershape/{layer}/sync_arcsde/        401 403 400 403 400
POST   layershape/{polygons}/sync_arcsde/     401 403 400 403 400
POST   layershape/{secret}/sync_arcsde/       401 403 404 403 400
GET    layershape/{layer}/sync/               401 403 400 403 400
GET    layershape/{polygons}/sync/            401 403 400 403 400
PATCH  layershape/{secret}/sync/ {"every":"manual","edits":"ours"}  401 403 404 403 400
POST   layer/{layer}/form_check/ {"form":[]}  401 403 200 403 200
POST   layer/{secret}/form_check/ {"form":[]} 401 403 404 403 200
GET    layer/{secret}/form_versions/          401 403 404 403 200
GET    layer/{secret}/indexes/                401 403 403 403 200
POST   layer/{secret}/form_job/ {"form":[]}   401 403 404 403 200
GET    choicelist/                            401 403 200 403 200
DELETE choicelist/999999/                     401 403 404 403 404
POST   layerdata/{layer}/groups/ {"field":"name","sums":[],"query":{"and":[]}}  401 200 200 404 200
POST   layerdata/{secret}/groups/ {"field":"name","sums":[],"query":{"and":[]}}  401 404 404 404 200
GET    layer/{layer}/files/                   401 200 200 404 200
GET    layer/{secret}/files/                  401 404 404 404 200
GET    layer/{layer}/history/                 401 200 200 404 200
GET    layer/{secret}/history/                401 404 404 404 200
GET    layerview/?layer={layer}               401 200 200 404 200
GET    layerview/?layer={secret}              401 404 404 404 200
GET    layerview/counts/?layer={secret}       401 404 404 404 200
POST   layerview/ {"layer":{layer},"name":"x","query":{"and":[]}}  401 200 200 404 200
POST   layerview/ {"layer":{secret},"name":"x","query":{"and":[]}}  401 404 404 404 200
PATCH  layerview/999999/ {"name":"x"}         401 404 404 404 404
POST   layerview/999999/default/ {"is_default":true}  401 404 404 404 404
DELETE layerview/999999/                      401 404 404 404 404
PUT    layer/{layer}/raster_style/ {"bad":1}  401 403 400 403 400
POST   layer/{layer}/raster_preview/ {"a":1}  401 403 400 403 400
POST   service/capabilities/                  401 403 400 403 400
POST   service/test/                          401 403 400 403 400
PATCH  layer/{layer}/ {"bad":1}               401 403 400 403 400
PATCH  layer/{polygons}/ {"label":"x"}        401 403 200 403 200
PATCH  layer/{secret}/ {"label":"x"}          401 403 404 403 200
PATCH  style/{secret}/ {"labels":null}        401 403 404 403 200
POST   layer/{polygons}/owner/                401 403 400 403 400
POST   layer/{secret}/owner/ {"owner":1}      401 403 404 403 200
DELETE layer/999999/                          401 403 404 403 404
DELETE layer/{secret}/                        401 403 404 403 skip
DELETE layer/delete_bulk/                     401 403 400 403 400
POST   layer/999999/restore/                  401 403 404 403 404
DELETE layer/999999/full_delete/              401 403 403 403 404
GET    layer/deleted/                         401 200 200 200 200
POST   layergroup/                            401 403 400 403 400
PUT    layergroup/999999/ {"label":"x"}       401 403 404 403 404
DELETE layergroup/999999/                     401 403 404 403 404
POST   layergroup/999999/move/ {"after":null} 401 403 404 403 404
GET    layergroup/999999/logo/                401 404 404 404 404
POST   layerdata/                             401 400 400 400 400
POST   layerdata/ {"layer":{layer},"geometry":{"type":"Point","coordinates":[51,35]},"value":{"name":"x"}}  401 403 200 404 200
PUT    layerdata/{record}/ {"value":{"name":"x"}}  401 403 200 404 200
DELETE layerdata/{secretRecord}/              401 404 404 404 skip
POST   layerdata/{secretRecord}/withdraw/     401 404 404 404 403
POST   layerdata/act_count/ {"layer":{layer},"filter":{},"act":"delete"}  401 403 200 404 200
PATCH  layerdata/edit_rows/ {"layer":{layer},"rows":[{"id":{record},"version":1,"value":{"name":"x"}}],"dry_run":true}  401 403 200 404 200
PATCH  layerdata/edit_rows/ {"layer":{layer},"rows":[{"id":{secretRecord},"version":1,"value":{"name":"x"}}],"dry_run":true}  401 403 404 404 404
POST   layerdata/act_count/ {"layer":{secret},"filter":{},"act":"edit"}  401 404 404 404 200
POST   layerdata/act/ {"layer":{layer},"filter":{},"act":"delete","count":9999}  401 403 409 404 409
POST   layerdata/act/ {"layer":{layer},"filter":{},"act":"supervise","verdict":"approve","count":9999}  401 403 403 404 409
POST   layerdata/{record}/withdraw/           401 403 403 404 403
POST   layerdata/full_delete/                 401 403 403 403 400
GET    deleted_layerdata/                     401 403 403 200 200
GET    deleted_layerdata/retention/           401 403 403 200 200
PUT    deleted_layerdata/retention/           401 403 403 403 400
POST   region/999999/reshape/                 401 403 403 400 400
POST   rewind/preview/                        401 403 403 403 400
POST   rewind/                                401 403 403 403 400
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
PATCH  users/edit_bulk/                       401 403 403 400 400
GET    users/999999/sessions/                 401 403 403 404 404
DELETE users/999999/sessions/x/               401 403 403 404 404
POST   users/999999/reset_two_factor/         401 403 403 404 404
POST   users/999999/unlock/                   401 403 403 404 404
DELETE users/999999/                          401 403 403 404 404
GET    users/999999/                          401 403 403 404 404
GET    users/999999/effective/                401 403 403 404 404
GET    users/999999/effective/layers/         401 403 403 404 404
POST   session/see_as/                        401 403 403 400 400
DELETE session/see_as/                        401 404 404 404 404
POST   user/999999/logout/                    401 403 403 404 404
GET    group/                                 401 403 403 200 200
POST   group/                                 401 403 403 400 400
DELETE group/999999/                          401 403 403 404 404
POST   group/999999/copy/                     401 403 403 404 404
GET    group/999999/members/                  401 403 403 404 404
GET    urls/                                  401 403 403 200 200
GET    layerpermission/?group=999999          401 403 403 404 404
GET    layerpermission/?layer={secret}        401 404 404 200 200
POST   layerpermission/?layer={layer} {"permissions":[]}  401 403 200 200 200
GET    systemlog/                             401 403 403 200 200
GET    systemlog/file/                        401 403 403 200 200
GET    systemlog/retention/                   401 403 403 200 200
PUT    systemlog/retention/                   401 403 403 403 400
GET    report/activity/?from=2026-01-01&to=2026-01-02  401 403 403 200 200
GET    relation/                              401 200 200 200 200
POST   relation/                              401 403 403 403 400
PATCH  relation/999999/ {"name":"x"}         401 403 403 403 404
DELETE relation/999999/                       401 403 403 403 404
GET    relation/999999/                       401 403 403 403 404
POST   relation/check/                        401 403 403 403 400
GET    publish/                               401 403 403 403 200
GET    publish/{layer}/                       401 403 403 403 200
PUT    publish/{layer}/                       401 403 403 403 400
DELETE publish/999999/                        401 403 403 403 404
POST   publish/{layer}/restore/               401 403 403 403 400
GET    publish/{layer}/check/                 401 403 403 403 200
GET    publish/{layer}/preview/               401 403 403 403 200
GET    publish_use/                           401 403 403 403 200
GET    publish_open/                          401 403 403 403 200
PUT    publish_open/                          401 403 403 403 400
GET    publish_key/                           401 403 403 403 200
POST   publish_key/                           401 403 403 403 400
PATCH  publish_key/abcdefgh/ {"label":"x"}    401 403 403 403 404
DELETE publish_key/abcdefgh/                  401 403 403 403 404
POST   publish_key/abcdefgh/rotate/           401 403 403 403 404
GET    own_key/                               401 200 200 200 200
GET    own_key_layer/                         401 200 200 200 200
POST   own_key/                               401 400 400 400 400
PATCH  own_key/abcdefgh/ {"label":"x"}        401 404 404 404 404
DELETE own_key/abcdefgh/                      401 404 404 404 404
POST   own_key/abcdefgh/rotate/               401 404 404 404 404
GET    layerdata/{secretRecord}/related/?relation=1  401 404 404 404 404
GET    layerdata/related_counts/?layer={secret}&ids={secretRecord}  401 404 404 404 200
POST   report/statistics/                     401 403 403 400 400
GET    dashboard/                             401 403 403 200 200
GET    dashboard/999999/                      401 403 403 404 404
POST   dashboard/ {"label":"x"}               401 403 403 200 200
PATCH  dashboard/999999/ {"label":"x"}        401 403 403 404 404
POST   dashboard/999999/copy/ {"label":"x"}   401 403 403 404 404
POST   dashboard/999999/default/ {"is_default":true}  401 403 403 404 404
POST   dashboard/999999/digest/ {"every":"day"}  401 403 403 404 404
DELETE dashboard/999999/                      401 403 403 404 404
GET    question/                              401 403 403 200 200
GET    question/999999/                       401 403 403 404 404
POST   question/ {"label":"x","address":"layer=1"}  401 403 403 200 200
PATCH  question/999999/ {"label":"x"}         401 403 403 404 404
DELETE question/999999/                       401 403 403 404 404
POST   report/batch/ {"questions":[{"layer":{secret}}]}  401 403 403 200 200
POST   report/statistics/ {"layer":{secret},"group_by":{"field":"name"}}  401 403 403 404 200
GET    lastchats/                             401 403 403 200 200
GET    contacts/                              401 403 403 200 200
GET    message/check/                         401 403 403 200 200
GET    message/search/?search=x               401 403 403 200 200
POST   message/read/                          401 403 403 400 400
DELETE message/999999/                        401 403 403 404 404
GET    contacts/999999/                       401 403 403 404 404
PUT    contacts/999999/mute/ {"muted":true}   401 403 403 404 404
GET    room/                                  401 403 403 200 200
GET    room/check/                            401 403 403 200 200
POST   chat_file/                             401 403 403 400 400
GET    chat_file/999999/                      401 403 403 404 404
DELETE chat_file/999999/                      401 403 403 404 404
GET    room/search/?search=x                  401 403 403 200 200
GET    room/999999/                           401 403 403 404 404
GET    room/999999/message/                   401 403 403 404 404
POST   room/999999/message/ {"text":"x"}      401 403 403 404 404
POST   room/999999/read/ {"up_to":1}          401 403 403 404 404
PUT    room/999999/mute/ {"muted":true}       401 403 403 404 404
DELETE room/message/999999/                   401 403 403 404 404
POST   message/                               401 403 403 400 400
GET    notiffication/                         401 403 403 200 200
POST   notiffication/                         401 403 403 400 400
DELETE notiffication/999999/                  401 403 403 404 404
GET    notiffication/999999/                  401 403 403 404 404
POST   notiffication/preview/                 401 403 403 400 400
GET    notiffication/scheduled/               401 403 403 200 200
POST   notiffication/scheduled/               401 403 403 400 400
PUT    notiffication/scheduled/999999/ {"subject":"x","text":"y","audience":{},"send_at":"2099-01-01T00:00:00Z"}  401 403 403 404 404
DELETE notiffication/scheduled/999999/        401 403 403 404 404
GET    notiffication/unread/                  401 200 200 200 200
POST   notiffication/read_all/                401 200 200 200 200
GET    messagerecipient/?notiffication=999999 401 403 403 404 404
POST   announcement/                          401 403 403 400 400
GET    announcement/ids/                      401 200 200 200 200
GET    tutorial/                              401 200 200 200 200
POST   tutorial/                              401 403 403 400 400
POST   tutorial/order/                        401 403 403 400 400
DELETE tutorial/999999/                       401 403 403 404 404
DELETE tutorial/999999/video/                 401 403 403 404 404
GET    tutorial/999999/video/                 401 404 404 404 404
GET    onlineusers/                           401 403 403 200 200
GET    trackgeo/                              401 403 403 200 200
GET    track/replay/                          401 403 403 400 400
GET    track/file/                            401 403 403 400 400
GET    track/records/                         401 403 403 400 400
GET    track/own/                             401 200 200 200 200
GET    track/looks/                           401 200 200 200 200
POST   region/                                401 403 403 400 400
DELETE region/999999/                         401 403 403 404 404
POST   project/                               401 403 403 400 400
DELETE project/999999/                        401 403 403 404 404
GET    project/                               401 200 200 200 200
GET    project/999999/progress/               401 404 404 404 404
PATCH  project/999999/task/1/ {"act":"take"} 401 404 404 404 404
POST   project/999999/task/ {"kind":"parts"} 401 403 403 404 404
GET    project_template/                      401 403 403 200 200
GET    arcsde/                                401 403 200 403 200
GET    arcsde/999999/                         401 403 403 403 404
GET    arcsde/999999/usage/                   401 403 403 403 404
POST   arcsde/test/ {"id":999999}            401 403 403 403 404
POST   arcsde/                                401 403 403 403 400
PATCH  arcsde/999999/ {"label":"x"}          401 403 403 403 404
POST   arcsde/test/                           401 403 403 403 400
DELETE arcsde/999999/                         401 403 403 403 404
GET    applog/                                401 403 403 403 200
GET    applog/groups/                         401 403 403 403 200
POST   envs/set_for_users/                    401 403 403 400 400
DELETE appupdate/999999/                      401 403 403 403 404
GET    drawing/                               401 200 200 200 200
GET    user_items/                            401 200 200 200 200
GET    plan/                                  200 200 200 200 200
GET    userconfig/get_customer_config/        200 200 200 200 200
POST   userconfig/base_maps/                  401 403 403 403 400
`;

let w: TestWorld;
let web: Web;
const browsers = new Map<string, ReturnType<typeof createBrowser>>();
let ids: Record<string, number>;

beforeAll(async () => {
  w = await createWorld();
  const clerk = await make.createRole(w.engine, w.ids.customer, 'clerk', [5, 6, 7, 8, 9, 10, 11, 15, 16, 17]);
  await make.createPerson(w.engine, w.ids.customer, { username: 'clerk', password: PASSWORD, roles: [clerk] });
  const hidden = await w.engine.db.selectFrom('record').select('id').where('layer_id', '=', w.ids.secret).executeTakeFirstOrThrow(); // biome-ignore format: one query
  ids = { ...w.ids, secretRecord: hidden.id };
  web = await startWeb(w);
  for (const name of PEOPLE) {
    const browser = createBrowser(web);
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
  const results: [string, number][] = [];
  const expected: [string, number][] = [];
  for (const [i, status] of statuses.trim().split(/\s+/).entries()) {
    const name = PEOPLE[i] as string;
    if (status === 'skip') continue;
    const payload = method === 'GET' ? undefined : JSON.parse(filled(body ?? '{}'));
    const answer = await browsers.get(name)?.send(method, `/api/${filled(path)}`, payload);
    results.push([name, answer?.status ?? 0]);
    expected.push([name, Number(status)]);
  }
  expect(results).toEqual(expected);
});

it('holds lines that can be read', () => {
  expect(
    LINES.trim()
      .split('\n')
      .filter((line) => !LINE.test(line)),
  ).toEqual([]);
});

/**
 * What each call of the contract asks of its caller: nothing (anyone), a session (member), or one of the named modules, permissions
 * and superusers. `stops`: refused after the end of a customer's plan.
 */
const NEEDS = `
GET    captcha/                                 anyone
GET    captcha/sound/                           anyone
GET    captcha/prepare/                         anyone
POST   atoken/                                  anyone
POST   token/refresh/                           anyone
POST   users/signup/                            anyone
POST   atoken/two-factor/resend/                anyone
POST   atoken/otp-login/                        anyone
POST   atoken/reset-password/                   anyone
PUT    user/                                    member
POST   user/phone/                              member
POST   user/:id/set_password/                   member
GET    user/                                    member
POST   user/:id/logout/                         member
POST   session/see_as/                          5|6|16
DELETE session/see_as/                          member
GET    userconfig/get_customer_config/          anyone
GET    layer/                                   member
GET    layer/:id/                               member
GET    simple_layers/                           member
GET    layer/revs/                              member
GET    events/                                  member
GET    layer/only_with_deleted_data/            10|superuser
GET    layer/raster_files/                      member
GET    layer/:id/fields/                        member
POST   layer/                                   1 stops
POST   copylayer/                               1 stops
PATCH  layer/:id/                               2 stops
POST   layer/:id/owner/                         2 stops
GET    layer/:id/usage/                         member
POST   layer/:id/form_check/                    2
GET    layer/:id/form_versions/                 2
GET    layer/:id/form_versions/:number/         2
GET    layer/:id/indexes/                       superuser
POST   layer/:id/form_job/                      2 stops
POST   xlsform/                                 1|2 stops
POST   xlsform/file/                            1|2
GET    choicelist/                              1|2
GET    choicelist/:id/                          1|2
GET    choicelist/ready/                        1|2
POST   choicelist/                              1|2 stops
PATCH  choicelist/:id/                          1|2 stops
DELETE choicelist/:id/                          1|2 stops
GET    layer/:id/files/                         member
GET    layer/:id/history/                       member
GET    layerview/                               member
GET    layerview/:id/                           member
GET    layerview/counts/                        member
POST   layerview/                               member stops
PATCH  layerview/:id/                           member stops
POST   layerview/:id/default/                   member stops
DELETE layerview/:id/                           member stops
GET    relation/                                member
POST   rewind/preview/                          superuser
POST   rewind/                                  superuser stops
GET    relation/:id/                            superuser
POST   relation/                                superuser stops
PATCH  relation/:id/                            superuser stops
DELETE relation/:id/                            superuser stops
POST   relation/check/                          superuser
GET    layerdata/:id/related/                   member
GET    layerdata/related_counts/                member
GET    layer/:id/raster/                        member
PUT    layer/:id/raster_style/                  2 stops
POST   layer/:id/raster_preview/                2 stops
GET    layer/:id/raster_original/               member
POST   service/capabilities/                    1|2 stops
POST   service/test/                            1|2 stops
GET    layer/deleted/                           member
POST   layer/:id/restore/                       4 stops
DELETE layer/:id/full_delete/                   superuser stops
DELETE layer/:id/                               4 stops
DELETE layer/delete_bulk/                       4 stops
GET    layer/:id/logo/                          member
GET    layer/:id/icon/                          member
GET    layer/:id/marker/                        member
GET    layer/:id/style_file/                    member
POST   layer/:id/style_file/                    2 stops
POST   style/                                   2 stops
PATCH  style/:id/                               2 stops
GET    encoding/                                member
GET    layergroup/                              member
GET    layergroup/:id/                          member
POST   layergroup/                              3 stops
PUT    layergroup/:id/                          3 stops
DELETE layergroup/:id/                          3 stops
POST   layergroup/:id/move/                     3 stops
GET    layergroup/:id/logo/                     member
DELETE layergroup/:id/delete_layer/             3 stops
GET    grouplayers/                             member
GET    alllayergroup/                           member
GET    simple_layer_groups/                     member
GET    region/                                  member
GET    short-region/                            member
GET    region/get_accessed/                     member
GET    region/ground/                           member
POST   region/at/                               member
GET    region/:id/                              member
POST   region/                                  16 stops
PUT    region/:id/                              16 stops
DELETE region/:id/                              16 stops
POST   regionsupload/                           16 stops
GET    region/tree/                             16
GET    region/overlaps/                         16
POST   region/shape/                            16 stops
POST   region/:id/effect/                       16 stops
GET    region/:id/fit/                          16
GET    region/:id/work/                         16
GET    region/:id/people/                       16
POST   region/:id/people/                       16 stops
POST   region/:id/reshape/                      16 stops
GET    layerdata/                               member
GET    layerdata/:id/                           member
POST   layerdata/                               member stops
PUT    layerdata/:id/                           member stops
DELETE layerdata/:id/                           member stops
DELETE layerdata/delete_bulk/                   member stops
DELETE layerdata/                               member stops
POST   layerdata/:id/withdraw/                  member stops
PATCH  layerdata/edit_bulk/                     member stops
POST   layerdata/act_count/                     member
POST   layerdata/act/                           member stops
PATCH  layerdata/edit_rows/                     member stops
GET    layerdata/get_ids/                       member
GET    layerdata/:layer/calc_:type/             member
GET    layerdata/:layer/distribution/           member
POST   layerdata/:layer/calc_:type/             member
POST   layerdata/:layer/distribution/           member
POST   layerdata/:layer/groups/                 member
POST   layerdata_query/                         member
GET    deleted_layerdata/                       superuser|10
GET    deleted_layerdata/retention/             superuser|10
PUT    deleted_layerdata/retention/             superuser stops
GET    deleted_layerdata/:id/files/             superuser|10
GET    deleted_layerdata/:id/files/:file/       superuser|10
POST   layerdata/restore/                       member stops
POST   layerdata/full_delete/                   superuser stops
POST   layerdata/measure/                       member
POST   layerdata/:id/split/                     member stops
POST   layerdata/merge/                         member stops
POST   layerdata/:id/revert/                    member stops
GET    layerdatalog/                            member
GET    layerdatastatus/                         member
POST   identify/                                member
POST   datavalues/                              member
POST   search/                                  member
PUT    supervision/:id/                         10 stops
PUT    supervision/bulk/                        10 stops
GET    supervisionlayer/                        10
GET    supervision/queue/                       10
GET    supervision/people/                      10
GET    supervision/verdicts/                    10
GET    supervision/:id/                         10
POST   supervision/:id/look/                    10 stops
POST   supervision/:id/reopen/                  10 stops
POST   supervision/:id/undo/                    10 stops
GET    supervision/:layer/audit/                10
PUT    supervision/:layer/audit/                10 stops
GET    supervision/lots/                        10
GET    supervision/lots/:id/                    10
GET    layerdata/:id/comments/                  member
POST   layerdata/:id/comments/                  member stops
GET    inbox/                                   member
POST   layerdatafile/                           member stops
GET    layerdatafile/                           member
PATCH  layerdatafile/:id/                       member stops
DELETE layerdatafile/:id/                       member stops
GET    layerdatafile/:id/content/               member
POST   layer_upload/                            member stops
GET    layer_upload/:file/                      member
POST   layer_upload/:file/place/                member stops
DELETE layer_upload/:file/                      member stops
POST   layershape/                              1 stops
POST   layer_import/                            1 stops
POST   layer_append/                            member stops
GET    job/                                     member
GET    job/:id/                                 member
DELETE job/:id/                                 member stops
POST   job/:id/retry/                           member stops
POST   job/:id/undo/                            member stops
GET    job/:id/rejects/                         member
POST   export_losses/:id/                       member
POST   layer_export/:id/                        member
GET    job/:id/file/                            member
POST   export_token/:id/                        member
GET    export/layerdata/:name/:token/           member
POST   drawing/export_:format/                  member
GET    export/layerdata/gdb_group/              member
GET    export/layerdata/images/:id/             member
GET    export/layerdata/files/:id/              member
GET    arcsde/                                  1
GET    arcsde/:id/                              superuser
GET    arcsde/:id/usage/                        superuser
POST   arcsde/                                  superuser stops
PATCH  arcsde/:id/                              superuser stops
DELETE arcsde/:id/                              superuser stops
POST   arcsde/test/                             superuser stops
POST   databaselayer/                           1 stops
POST   databaselayer/preview/                   1 stops
POST   layershape/from_arcsde/                  1 stops
POST   layershape/:id/sync_arcsde/              1 stops
GET    layershape/:id/sync/                     1
PATCH  layershape/:id/sync/                     1 stops
GET    drawing/                                 member
POST   drawing/                                 member stops
POST   drawing/import/                          member stops
POST   drawing/shape/                           member stops
PATCH  drawing/edit_bulk/                       member stops
PATCH  drawing/:id/                             member stops
DELETE drawing/delete_bulk/                     member stops
DELETE drawing/:id/                             member stops
DELETE drawing/delete_all/                      member stops
POST   analysis/                                member stops
GET    user_items/                              member
GET    user_items/:id/                          member
POST   user_items/                              member
PATCH  user_items/:id/                          member
DELETE user_items/:id/                          member
GET    envs/                                    member
GET    envs/:id/                                member
POST   envs/                                    member
PATCH  envs/:id/                                member
POST   envs/set_for_users/                      5|superuser
DELETE envs/:id/                                member
GET    userconfig/projection/                   member
GET    users/                                   5
GET    users/:id/                               5
GET    users/:id/effective/                     5
GET    users/:id/effective/layers/              5
POST   users/                                   5 stops
PUT    users/:id/                               5 stops
DELETE users/:id/                               5 stops
PATCH  users/edit_bulk/                         5 stops
POST   users/import/                            5 stops
GET    users/username/                          5
GET    users/grants/                            5
GET    users/:id/sessions/                      5
DELETE users/:id/sessions/:session/             5 stops
POST   users/:id/reset_two_factor/              5 stops
POST   users/:id/lock/                          5 stops
POST   users/:id/unlock/                        5 stops
GET    users/:id/image/                         member
GET    users/get_all/                           5|7|9|10|11|15|16|17|create_statistics
GET    users/get_all_supervisors/               member
GET    workdays/                                5
GET    group/                                   6
GET    group/:id/                               6
POST   group/                                   6 stops
PUT    group/:id/                               6 stops
DELETE group/:id/                               6 stops
POST   group/:id/copy/                          6 stops
GET    group/:id/members/                       6
GET    groups/                                  5|6|9
GET    module/                                  5|6
GET    urls/                                    6
GET    custom_perms/                            5|6
GET    layerpermission/                         member
POST   layerpermission/                         member stops
GET    userconfig/get_footer_logo/              anyone
POST   userconfig/set_footer_logo/              superuser
GET    userconfig/                              member
POST   userconfig/                              member
GET    userconfig/base_maps/                    member
POST   userconfig/base_maps/                    superuser
GET    userconfig/base_maps/preview/            superuser
GET    first_steps/                             member
GET    announcement/ids/                        member
GET    announcement/                            member
GET    announcement/:id/                        member
GET    announcement/:id/image/                  member
POST   announcement/                            9
PATCH  announcement/:id/                        9
DELETE announcement/:id/                        9
GET    tutorial/                                member
GET    tutorial/:id/                            member
GET    tutorial/:id/video/                      member
POST   tutorial/                                9 stops
PATCH  tutorial/:id/                            9 stops
DELETE tutorial/:id/                            9 stops
POST   tutorial/order/                          9 stops
POST   tutorial/:id/video/                      9 stops
DELETE tutorial/:id/video/                      9 stops
GET    plan/                                    anyone
GET    plan/current_plan/                       member
GET    plan/usage_history/                      member
POST   discount/                                anyone
POST   order/                                   anyone
POST   payment/return/                          anyone
GET    payment/:payment/                        anyone
GET    purchase/                                superuser
GET    project/                                 member
GET    project/:id/                             member
POST   project/                                 17 stops
PATCH  project/:id/                             member stops
DELETE project/:id/                             17 stops
GET    project/state_choices/                   member
GET    project/:id/logs/                        member
GET    project/:id/checklist/                   member
GET    project_area/                            member
GET    project_near/                            member
GET    project/:id/progress/                    member
GET    project/:id/task/                        member
POST   project/:id/task/                        17 stops
PATCH  project/:id/task/:task/                  member stops
GET    project/:id/next_task/                   member
GET    project/:id/comment/                     member
POST   project/:id/comment/                     member stops
GET    project_template/                        17
POST   project_template/                        17 stops
DELETE project_template/:id/                    17 stops
GET    contacts/                                8
GET    lastchats/                               8
GET    message/check/                           8
GET    message/                                 8
POST   message/                                 8
GET    message/search/                          8
POST   message/read/                            8
DELETE message/:id/                             8
GET    contacts/:id/                            8
PUT    contacts/:id/mute/                       8
GET    room/                                    8
GET    room/check/                              8
GET    room/search/                             8
POST   chat_file/                               8 stops
GET    chat_file/:id/                           8
DELETE chat_file/:id/                           8 stops
GET    room/:id/                                8
GET    room/:id/message/                        8
POST   room/:id/message/                        8
DELETE room/message/:id/                        8
POST   room/:id/read/                           8
PUT    room/:id/mute/                           8
GET    notiffication/                           9
POST   notiffication/                           9
DELETE notiffication/:id/                       9
GET    notiffication/:id/                       9
POST   notiffication/preview/                   9
GET    notiffication/scheduled/                 9
POST   notiffication/scheduled/                 9
PUT    notiffication/scheduled/:id/             9
DELETE notiffication/scheduled/:id/             9
GET    notiffication/unread/                    member
POST   notiffication/read_all/                  member
GET    messagerecipient/                        9
GET    notiffication/received/                  member
POST   notiffication/:id/read/                  member
GET    track/                                   11
GET    trackgeo/                                11
GET    onlineusers/                             11
GET    track/replay/                            11
GET    track/file/                              11
GET    track/records/                           11
GET    track/own/                               member
GET    track/looks/                             member
POST   track/                                   member stops
GET    appupdate/get_last_version/              anyone
GET    appupdate/                               superuser
DELETE appupdate/:id/                           superuser stops
POST   appupdate/                               superuser stops
GET    appupdate/:id/file/                      anyone
GET    report/activity/                         7
POST   report/statistics/                       15|create_statistics
GET    report/overview/                         15
GET    dashboard/                               15
GET    dashboard/:id/                           15
POST   dashboard/                               15 stops
PATCH  dashboard/:id/                           15 stops
POST   dashboard/:id/copy/                      15 stops
POST   dashboard/:id/default/                   15 stops
POST   dashboard/:id/digest/                    15 stops
DELETE dashboard/:id/                           15 stops
GET    question/                                15|create_statistics
GET    question/:id/                            15|create_statistics
POST   question/                                15|create_statistics stops
PATCH  question/:id/                            15|create_statistics stops
DELETE question/:id/                            15|create_statistics stops
POST   report/batch/                            15
GET    publish/                                 superuser
GET    publish/:layer/                          superuser
PUT    publish/:layer/                          superuser stops
DELETE publish/:layer/                          superuser stops
POST   publish/:layer/restore/                  superuser stops
GET    publish/:layer/check/                    superuser
GET    publish/:layer/preview/                  superuser
GET    publish_use/                             superuser
GET    publish_open/                            superuser
PUT    publish_open/                            superuser stops
GET    publish_key/                             superuser
POST   publish_key/                             superuser stops
PATCH  publish_key/:id/                         superuser stops
DELETE publish_key/:id/                         superuser stops
POST   publish_key/:id/rotate/                  superuser stops
GET    own_key/                                 member
GET    own_key_layer/                           member
POST   own_key/                                 member stops
PATCH  own_key/:id/                             member stops
DELETE own_key/:id/                             member stops
POST   own_key/:id/rotate/                      member stops
GET    systemlog/                               7
GET    systemlog/file/                          7
GET    systemlog/retention/                     7
PUT    systemlog/retention/                     superuser
GET    applog/                                  superuser
GET    applog/groups/                           superuser
POST   applog/                                  member
POST   takeout/                                 superuser
GET    takeout/:id/                             superuser
`;

interface Holder {
  name: string;
  /** What they hold of NEEDS' words. */
  holds: string[];
  /** Headers that say who they are and of which customer. */
  headers: Record<string, string>;
  isOut?: boolean;
  hasEnded?: boolean;
}

describe('every call, by whoever holds one thing alone, straight at the backend', () => {
  const MODULES = Array.from({ length: 17 }, (_, i) => i + 1);
  const PERMISSIONS = ['create_statistics', 'second_approval'];
  const everything = [...MODULES.map(String), ...PERMISSIONS, 'superuser'];
  const needs = NEEDS.trim()
    .split('\n')
    .map((line) => {
      const [method = '', path = '', need = '', stops] = line.split(/\s+/);
      return { method, path, need: need.split('|'), stops: stops === 'stops' };
    });
  const holders: Holder[] = [];

  beforeAll(async () => {
    const { db } = w.engine;
    async function hold(
      name: string,
      holds: string[],
      host = 'localhost',
      customer = w.ids.customer,
      more: Partial<Holder> = {},
    ) {
      const modules = holds.filter((one) => /^\d/.test(one)).map(Number);
      const perms = holds.filter((one) => PERMISSIONS.includes(one));
      const role = await make.createRole(w.engine, customer, name, modules, perms);
      const superuser = holds.includes('superuser');
      const id = await make.createPerson(w.engine, customer, {
        username: name,
        password: PASSWORD,
        superuser,
        roles: [role],
      });
      const { access } = await openSession(db, id, new Date(), 3600);
      holders.push({ name, holds: [...holds, 'member', 'anyone'], headers: { host, authorization: `Bearer ${access}` }, ...more }); // biome-ignore format: one holder
      return id;
    }
    holders.push({ name: 'nobody', holds: ['anyone'], headers: { host: 'localhost' }, isOut: true });
    await hold('member without a module', []);
    for (const one of [...MODULES.map(String), ...PERMISSIONS, 'superuser']) await hold(`only ${one}`, [one]);
    await hold('everything', everything);
    const locked = await hold('locked', everything, 'localhost', w.ids.customer, { isOut: true });
    await db.updateTable('account').set({ locked: true }).where('id', '=', locked).execute();
    const other = await make.createCustomer(w.engine, 'elsewhere.test', DEMO_CONFIG);
    await hold('module 5 of another customer', ['5'], 'elsewhere.test', other);
    const ended = await make.createCustomer(w.engine, 'ended.test', DEMO_CONFIG);
    const [starts, ends] = [new Date(Date.now() - 2 * 86_400_000), new Date(Date.now() - 86_400_000)];
    await subscribe(db, { customer: ended, plan: 1, purchase: null, starts, ends, layer_limit: 5, disk_limit: 5 });
    await hold('everything, plan over', everything, 'ended.test', ended, { hasEnded: true });
  });

  it('has a line for each call of the contract, and no other', () => {
    const inContract = rows.map(({ row }) => `${row.method} ${row.path}`);
    expect(needs.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(inContract.sort());
  });

  /** What a holder is answered to a call that gets no further than its guard: nothing, or an id that nobody has. */
  const expectedOf = ({ holds, isOut, hasEnded }: Holder, { need, stops }: (typeof needs)[number]) => {
    const isPublic = need.includes('anyone');
    const isAllowed = isPublic || (!isOut && need.some((one) => holds.includes(one)) && !(hasEnded && stops));
    return isAllowed ? [400, 404] : isOut ? [401] : [403];
  };
  // The key is refused after the guard and before the call does anything; what filters looks for its layer first.
  const addressOf = (path: string) => `/api/${path.replace(/:\w+/g, '999999')}?no_such_key=1`;

  it('opens what they may and nothing else', async () => {
    const wrong: string[] = [];
    for (const holder of holders)
      for (const need of needs) {
        const { method, path } = need;
        const { statusCode } = await w.backend.app.inject({ method: method as 'GET', url: addressOf(path), headers: holder.headers }); // biome-ignore format: one call
        const expected = expectedOf(holder, need);
        if (!expected.includes(statusCode)) wrong.push(`${holder.name}: ${method} ${path} is ${statusCode}, not ${expected}`); // biome-ignore format: one line
      }
    expect(wrong).toEqual([]);
    expect(holders).toHaveLength(26);
  });

  it('opens the same through the BFF, whose calls of its own aside', async () => {
    const own = new Set(rows.filter(({ row }) => row.session).map(({ row }) => `${row.method} ${row.path}`));
    const wrong: string[] = [];
    for (const [nth, holder] of holders.filter(({ headers }) => headers.host === 'localhost').entries()) {
      const at = holder.headers.authorization?.replace('Bearer ', '');
      const session = at === undefined ? null : await createSession(web, { at });
      const browser = createBrowser(web);
      const cookie = session ? { cookie: session.cookie, 'x-csrftoken': session.csrf } : {};
      for (const [turn, need] of needs.entries()) {
        // Who decides is the backend, above: through here each call is made by every third of them, by all where there is time.
        if (!process.env.SLOW && (nth + turn) % 3 !== 0) continue;
        const { method, path } = need;
        if (own.has(`${method} ${path}`) || (!session && need.need.includes('anyone'))) continue;
        const send = () => browser.send(method, addressOf(path), method === 'GET' ? undefined : {}, cookie as Record<string, string>); // biome-ignore format: one call
        let { status } = await send();
        // One address asks for more than it may in a moment.
        for (; status === 429; { status } = await send()) await new Promise((resolve) => setTimeout(resolve, 1000));
        const expected = expectedOf(holder, need);
        if (!expected.includes(status)) wrong.push(`${holder.name}: ${method} ${path} is ${status}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
