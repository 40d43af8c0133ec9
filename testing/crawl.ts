// Seeds canary words into everything that can hold text, and crawls every reading call of the contract for them.
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import * as make from '../backend/seed/builders';
import type { Row } from '../contract/define';
import { choicesOf } from '../contract/fields/choice';
import { pathOf, rows } from '../contract/index';
import { layerName, tileTemplate } from '../contract/ogc';
import type { Field } from '../contract/schemas/form';
import type { Examples } from './examples';
import type { TestWorld } from './world';

/** Stands in everything that belongs to the secret layer and to its superuser alone. */
export const SECRET = 'CANARY-SECRET';
/** The name of a group in which the secret layer is alone: those who manage groups know it. */
export const GROUP = 'CANARY-GROUP';
/** Stands in everything of the other customer. */
export const FOREIGN = 'CANARY-FOREIGN';

const POINT = { type: 'Point' as const, coordinates: [51.4, 35.7] };
const FORM = (word: string) => [
  { name: 'name', label: `${word} field`, type: 'text' as const },
  { name: 'kind', label: `${word} kind`, type: 'choice' as const, choices: choicesOf(word) },
];

/** Puts the words in place. Returns ids of what carries them, and of the layers among those. */
export async function seedCanaries(w: TestWorld): Promise<{ ids: number[]; layers: number[] }> {
  const { db } = w.engine;
  const ids = new Set<number>();
  /** The id of a row made by a call, or of one that is given. */
  const note = (id: unknown) => {
    if (typeof id !== 'number') throw new Error(`no id: ${JSON.stringify(id)}`);
    ids.add(id);
    return id;
  };
  const post = async (path: string, body: unknown) =>
    note((await w.call('super', 'POST', `/api/${path}/`, body)).body.id);

  // Ours: a layer that only the superuser may read, and things of the superuser's own.
  const secret = note(w.ids.secret);
  await sql`update layer set label = ${`${SECRET} layer`}, config = config || ${JSON.stringify({ form: FORM(SECRET) })}::jsonb where id = ${secret}::int`.execute(db); // biome-ignore format: one statement
  await make.createGroup(w.engine, w.ids.customer, GROUP, [secret]).then(note);
  const record = await post('layerdata', { layer: secret, value: { name: SECRET, kind: SECRET }, geometry: POINT });
  const deletedId = await post('layerdata', { layer: secret, value: { name: `${SECRET} gone` }, geometry: POINT });
  await w.call('super', 'DELETE', `/api/layerdata/${deletedId}/`);
  await w.call('super', 'PUT', `/api/layerdata/${record}/`, { value: { name: `${SECRET} again` } });
  const path = new File([`${SECRET} bytes`], `${SECRET}.txt`);
  note((await w.form('super', '/api/layerdatafile/', { layer_data: record, label: `${SECRET} file`, path })).body.id);
  await post('drawing', { type: 'point', geometry: POINT, label: SECRET });
  await post('user_items', { label: SECRET, type: 'query', data: { text: SECRET } });
  await post('envs', { label: SECRET, data: { text: SECRET } });
  await post('project', { name: SECRET });
  await post('region', { label: 'around', geometry: { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] } }); // biome-ignore format: a triangle
  await w.upload('super', `${SECRET}.geojson`, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { [SECRET]: SECRET }, geometry: POINT }] })); // biome-ignore format: one file

  // The other customer's: one of everything that an organisation has.
  const stranger = await db.selectFrom('account').select(['id', 'customer_id as customer']).where('username', '=', 'stranger').executeTakeFirstOrThrow(); // biome-ignore format: one query
  const { customer } = stranger;
  await sql`update account set first_name = ${FOREIGN}, last_name = ${FOREIGN}, search = ${FOREIGN.toLowerCase()} where id = ${stranger.id}::int`.execute(db); // biome-ignore format: one statement
  await sql`update customer set config = config || ${JSON.stringify({ company_name: FOREIGN })}::jsonb where id = ${customer}::int`.execute(db); // biome-ignore format: one statement
  note(stranger.id);
  const role = note(
    await make.createRole(w.engine, customer, FOREIGN, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17]),
  );
  const person = note(await make.createPerson(w.engine, customer, { username: FOREIGN, password: 'Test-Password-1', roles: [role] })); // biome-ignore format: one line
  await db.insertInto('account_role').values({ account_id: stranger.id, role_id: role }).execute();
  note(await make.createRegion(w.engine, customer, FOREIGN, { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] })); // biome-ignore format: a triangle
  const data = { customer, owner: stranger.id, label: FOREIGN, type: 1 as const, form: FORM(FOREIGN) as Field[] };
  const layer = note(await make.createLayer(w.engine, { ...data, records: [{ geometry: POINT, value: { name: FOREIGN, kind: FOREIGN } }, { geometry: POINT, value: { name: FOREIGN } }] })); // biome-ignore format: one line
  note(await make.createGroup(w.engine, customer, FOREIGN, [layer]));
  const { rows: records } = await sql<{ id: number }>`select id from record where layer_id = ${layer}::int order by id`.execute(db); // biome-ignore format: one query
  for (const { id } of records) note(id);
  await w.backend.world.storage.put('canary', Buffer.from(FOREIGN));
  for (const statement of [
    sql`update record set deleted_at = now() where id = ${records[1]?.id}::bigint and layer_id = ${layer}::int returning id`,
    sql`insert into record_file (customer_id, layer_id, record_id, account_id, label, name, type, size, key) values (${customer}::int, ${layer}::int, ${records[0]?.id}::bigint, ${person}::int, ${FOREIGN}, ${`${FOREIGN}.txt`}, 'text/plain', ${FOREIGN.length}::int, 'canary') returning id`,
    sql`insert into record_log (layer_id, record_id, account_id, at, action, after, reason) values (${layer}::int, ${records[0]?.id}::bigint, ${person}::int, now(), 'edit', ${JSON.stringify({ value: { name: FOREIGN } })}, ${FOREIGN}) returning id`,
    sql`insert into project (customer_id, name, description, state, creator_id, created, modified) values (${customer}::int, ${FOREIGN}, ${FOREIGN}, 1, ${person}::int, now(), now()) returning id`,
    sql`insert into choice_list (customer_id, label, items) values (${customer}::int, ${FOREIGN}, ${JSON.stringify(choicesOf(FOREIGN))}::jsonb) returning id`,
    sql`insert into announcement (customer_id, creator_id, title, text, at) values (${customer}::int, ${person}::int, ${FOREIGN}, ${FOREIGN}, now()) returning id`,
    sql`insert into tutorial (customer_id, creator_id, title, text, position, at) values (${customer}::int, ${person}::int, ${FOREIGN}, ${FOREIGN}, 1, now()) returning id`,
    sql`insert into notice (customer_id, sender_id, subject, text, at) values (${customer}::int, ${person}::int, ${FOREIGN}, ${FOREIGN}, now()) returning id`,
    sql`insert into message (sender_id, receiver_id, text, at) values (${person}::int, ${stranger.id}::int, ${FOREIGN}, now()) returning id`,
    sql`insert into chat_file (customer_id, account_id, name, type, size, key, created) values (${customer}::int, ${stranger.id}::int, ${`${FOREIGN}.txt`}, 'text/plain', ${FOREIGN.length}::int, 'canary', now()) returning id`,
    sql`insert into drawing (account_id, type, label, style, geom, created, modified) values (${person}::int, 'point', ${FOREIGN}, '{}', st_setsrid(st_point(51, 35), 4326), now(), now()) returning id`,
    sql`insert into user_item (account_id, type, label, data, created) values (${person}::int, 'query', ${FOREIGN}, '{}', now()) returning id`,
    sql`insert into env (account_id, label, data, created) values (${person}::int, ${FOREIGN}, '{}', now()) returning id`,
    sql`insert into arcsde (customer_id, label, host, port, database, username, secret, tls) values (${customer}::int, ${FOREIGN}, 'db.test', 5432, ${FOREIGN}, ${FOREIGN}, 'x', true) returning id`,
    sql`insert into track_point (customer_id, account_id, at, geom) values (${customer}::int, ${person}::int, now(), st_setsrid(st_point(51, 35), 4326)) returning id`,
    sql`insert into app_log (at, customer_id, account_id, source, place, message) values (now(), ${customer}::int, ${person}::int, 'server', ${FOREIGN}, ${FOREIGN}) returning id`,
    sql`insert into audit (request_id, customer_id, account_id, call, object, status, ip) values (${FOREIGN}, ${customer}::int, ${person}::int, ${FOREIGN}, ${FOREIGN}, 200, '::1') returning id`,
    sql`insert into app_version (customer_id, version, is_required, key, sha256, size, at) values (${customer}::int, ${FOREIGN}, false, 'canary', 'x', ${FOREIGN.length}::int, now()) returning id`,
  ]) {
    const { rows: inserted } = await statement.execute(db);
    note(Number((inserted[0] as { id: unknown } | undefined)?.id));
  }
  return { ids: [...ids], layers: [secret, layer] };
}

/** All that stands in an answer, as text: bodies that are packed are opened, archives too. */
export function textIn(body: unknown): string {
  if (!Buffer.isBuffer(body)) return JSON.stringify(body ?? '');
  if (body[0] === 0x1f && body[1] === 0x8b) return textIn(gunzipSync(body));
  if (body.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
    return Object.entries(unzipSync(body)).map(([name, bytes]) => name + textIn(Buffer.from(bytes))).join('\n'); // biome-ignore format: one line
  return body.toString('utf8');
}

/** Query keys whose value is an id or a list of them. */
function idKeys(row: Row): string[] {
  const shape = (row.query as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> } | undefined)?.shape ?? {}; // biome-ignore format: one line
  return Object.entries(shape)
    .filter(([key, schema]) => !['limit', 'offset', 'tolerance'].includes(key) && schema.safeParse('17').success && !schema.safeParse('1x').success) // biome-ignore format: one condition
    .map(([key]) => key);
}

/** Every reading call of the contract with each of the ids in each place that takes one, and the documents and tiles beside it. */
export function readingCalls(
  examples: Examples,
  { ids, layers }: { ids: readonly number[]; layers: readonly number[] },
): { name: string; url: string }[] {
  // biome-ignore format: one line
  const calls: { name: string; url: string }[] = [];
  for (const { name, row } of rows) {
    // The stream of news has no end; what it says to whom is tested where it stands.
    if (row.method !== 'GET' || row.session || row.gives === 'events') continue;
    const { url, path } = examples.requestOf(row);
    const query = url.slice(path.length);
    calls.push({ name, url });
    const exampleParams = row.example?.params ?? {};
    const filled = Object.fromEntries(Object.entries(exampleParams).map(([key, value]) => [key, examples.values[value] ?? value])); // biome-ignore format: one line
    if (/:id\b/.test(row.path))
      for (const id of ids) {
        calls.push({ name, url: `/api/${pathOf(row, { ...filled, id })}${query}` });
        // What hangs on a record is asked for below each record too.
        if (query.includes('layer_data')) for (const of of ids) calls.push({ name, url: `/api/${pathOf(row, { ...filled, id })}?layer_data=${of}` }); // biome-ignore format: one line
      }
    for (const key of idKeys(row))
      for (const id of ids) {
        const search = new URLSearchParams(query);
        search.set(key, String(id));
        calls.push({ name, url: `${path}?${search}` });
      }
  }
  const tile = (layer: number, z: number, x: number, y: number) =>
    tileTemplate(layer).replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  for (const layer of layers) {
    for (const at of [tile(layer, 0, 0, 0), tile(layer, 6, 41, 25)])
      calls.push({ name: 'a tile', url: at }, { name: 'a tile', url: `${at}&FIELDS=name,kind` });
    const map = `SERVICE=WMS&VERSION=1.3.0&LAYERS=${layerName(layer)}&CRS=CRS:84&BBOX=51,35,52,36&WIDTH=10&HEIGHT=10&FORMAT=image/png`; // biome-ignore format: one address
    calls.push({ name: 'a picture', url: `/geoserver/wms?${map}&REQUEST=GetMap` });
    calls.push({ name: 'a pixel', url: `/geoserver/wms?${map}&REQUEST=GetFeatureInfo&INFO_FORMAT=application/json&I=4&J=3` }); // biome-ignore format: one address
    calls.push({ name: 'a legend', url: `/geoserver/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetLegendGraphic&LAYER=${layerName(layer)}&FORMAT=image/png` }); // biome-ignore format: one address
  }
  calls.push({ name: 'a document', url: '/geoserver/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetCapabilities' });
  calls.push({ name: 'a document', url: '/geoserver/wms?SERVICE=WMS&REQUEST=GetCapabilities' });
  return calls;
}
