// Two backends and two web processes on one database behave as one for a person whose requests alternate between them.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, buildBackend } from '../backend/app';
import { connect } from '../backend/db/connect';
import { tileTemplate } from '../contract/ogc';
import { addressOf } from './database-server';
import { CAPTCHA } from './people';
import { createBrowser, startWeb, startWebAt, type Web } from './web';
import { createWorld, ENGINES, type TestWorld } from './world';

const HOST = 'pahneh.test';
const FROM_PAGE = { host: HOST, origin: `http://${HOST}` };

describe.skipIf(!ENGINES.includes('server'))(
  'two of each',
  () => {
    let w: TestWorld;
    let second: Backend;
    const webs: Web[] = [];
    let people: ReturnType<typeof createBrowser>[];
    let csrf = '';
    /** One browser whose requests go to either web process in turn. */
    let turn = 0;
    const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const [one, other] = turn++ % 2 ? [people[1], people[0]] : [people[0], people[1]];
      if (!one || !other) throw new Error('not started');
      const answer = await one.send(method, path, body, { ...FROM_PAGE, 'x-csrftoken': csrf, ...headers });
      other.jar.clear();
      for (const [name, value] of one.jar) other.jar.set(name, value);
      return answer;
    };

    beforeAll(async () => {
      w = await createWorld('server');
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(w.engine.db);
      const engine = await connect({ url: addressOf(rows[0]?.name ?? ''), dir: null, template: null });
      second = await buildBackend(engine, w.config);
      const at = await second.app.listen({ host: '127.0.0.1', port: 0 });
      webs.push(await startWeb(w, { hosts: new Set([HOST]) }), await startWebAt(at, { hosts: new Set([HOST]) }));
      people = webs.map((web) => createBrowser(web));
    });
    afterAll(async () => {
      for (const web of webs) await web.close();
      await second.close();
      await w.close();
    });

    it('signs in with a captcha of the one at the other, and works on both', async () => {
      const { generateKeyPair, exportJWK } = await import('jose');
      const { keyDocument } = await import('../contract/access');
      const { publicKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
      const captcha = await send('GET', '/api/captcha/');
      csrf = captcha.json.login_xsrf;
      const signedIn = await send('POST', '/api/atoken/', {
        username: 'editor',
        password: 'Test-Password-1',
        captcha_key: captcha.json.captcha_key,
        captcha_value: CAPTCHA,
        otp: keyDocument(await exportJWK(publicKey)),
      });
      expect(signedIn.status).toBe(200);
      csrf = signedIn.json.data;
      const [one, other] = [await send('GET', '/api/layer/?limit=10'), await send('GET', '/api/layer/?limit=10')];
      expect([one.status, other.status]).toEqual([200, 200]);
      expect(one.text).toBe(other.text);
    });

    it('shows at the one what was written at the other, and tells a stale write', async () => {
      const tile = tileTemplate(w.ids.layer).replace('{z}', '5').replace('{x}', '20').replace('{y}', '12');
      const before = [await send('GET', tile), await send('GET', tile)];
      expect(before[0]?.headers.etag).toBe(before[1]?.headers.etag);
      const creation = await send('POST', '/api/layerdata/', { layer: w.ids.layer, value: { name: 'تازه' }, geometry: { type: 'Point', coordinates: [51.5, 35.6] } }); // biome-ignore format: one call
      expect(creation.status).toBe(200);
      const reading = await send('GET', `/api/layerdata/${creation.json.id}/`);
      expect(reading.json).toEqual(creation.json);
      // A layer's revision is believed for a second.
      await expect.poll(async () => [(await send('GET', tile)).headers.etag, (await send('GET', tile)).headers.etag].every((e) => e !== before[0]?.headers.etag), { timeout: 4000 }).toBe(true); // biome-ignore format: one condition
      const etag = String(reading.headers.etag);
      const edit = (name: string) =>
        send('PUT', `/api/layerdata/${creation.json.id}/`, { value: { name } }, { 'if-match': etag });
      expect([(await edit('یک')).status, (await edit('دو')).status]).toEqual([200, 412]);
    });

    it('opens a download at the one with the token of the other, once', async () => {
      const { json } = await send('POST', `/api/export_token/${w.ids.layer}/`, { format: 'geojson' });
      const path = `/api/export/layerdata/${json.name}/${json.token}/`;
      expect([(await send('GET', path)).status, (await send('GET', path)).status]).toEqual([200, 404]);
    });

    it('signs out of both', async () => {
      const { json } = await send('GET', '/api/user/');
      const jar = new Map(people[0]?.jar);
      expect((await send('POST', `/api/user/${json.id}/logout/`)).status).toBe(200);
      for (const person of people) for (const [name, value] of jar) person.jar.set(name, value);
      await expect.poll(async () => [(await send('GET', '/api/user/')).status, (await send('GET', '/api/user/')).status], { timeout: 4000 }).toEqual([401, 401]); // biome-ignore format: one condition
    });
  },
  60_000,
);
