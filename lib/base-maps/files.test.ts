// Files of tiles as base maps: what a page is offered, what the operator is told, and who gets a tile.
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sqlite from 'node-sqlite3-wasm';
import { FetchSource, PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archive } from '../../scripts/base-map/archive.mjs';
import { readBaseMaps } from '../config/base-maps';
import { type BaseMapFiles, openBaseMaps } from './files';

const PROTOMAPS = [{ id: 'earth' }, { id: 'water' }, { id: 'places' }];
const tile = (z: number, x: number, y: number, text: string) => ({ z, x, y, data: Buffer.from(text) });
const PLACE = { bounds: [44, 25, 63, 40], center: [53, 32, 5] };

let folder: string;
let files: BaseMapFiles;
let server: Server;
let origin: string;
const lines: string[] = [];
let person: (host: string, cookies: string | undefined) => Promise<{ su: boolean } | null> = async (_, cookies) =>
  cookies === 'me' || cookies === 'super' ? { su: cookies === 'super' } : null;

function writeMbtiles(path: string, format: string, layers: object[], tiles: [number, number, number, Buffer][]) {
  const database = new sqlite.Database(path);
  database.exec('CREATE TABLE metadata (name text, value text)');
  database.exec('CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)');
  for (const [name, value] of Object.entries({
    format,
    attribution: '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a>',
    json: JSON.stringify({ vector_layers: layers }),
  }))
    database.run('INSERT INTO metadata VALUES (?, ?)', [name, value]);
  for (const row of tiles) database.run('INSERT INTO tiles VALUES (?, ?, ?, ?)', row);
  database.close();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'base-maps-'));
  const tiles = [tile(0, 0, 0, 'world'), tile(5, 20, 12, 'iran')];
  await writeFile(
    join(folder, 'iran.pmtiles'),
    archive(tiles, { vector_layers: PROTOMAPS, attribution: 'OSM' }, PLACE),
  );
  await writeFile(join(folder, 'odd.pmtiles'), archive(tiles, { vector_layers: [{ id: 'roads' }] }, PLACE));
  await writeFile(join(folder, 'half.pmtiles'), 'PMTiles, or so it says');
  await writeFile(join(folder, 'text.mbtiles'), 'no database');
  const omt = [{ id: 'water' }, { id: 'transportation' }, { id: 'place' }];
  // The file counts rows from the south: row 2 of eight is the web's row 5.
  writeMbtiles(join(folder, 'streets.mbtiles'), 'pbf', omt, [[3, 5, 2, gzipSync('streets')]]);
  writeMbtiles(join(folder, 'photo.mbtiles'), 'jpg', [], [[1, 0, 1, Buffer.from('picture')]]);
  const entry = (id: string, file: string) => ({ id, file, name: id });
  files = await openBaseMaps(
    readBaseMaps(
      JSON.stringify([
        entry('iran', 'iran.pmtiles'),
        { id: 'sat', name: 'Satellite', tiles: 'https://t.example.ir/{z}/{x}/{y}.jpg', attribution: 'Somebody' },
        { ...entry('streets', 'streets.mbtiles'), attribution: 'Our own' },
        entry('photo', 'photo.mbtiles'),
        entry('gone', 'gone.pmtiles'),
        entry('half', 'half.pmtiles'),
        entry('text', 'text.mbtiles'),
        entry('odd', 'odd.pmtiles'),
      ]),
    ),
    folder,
    (line) => lines.push(line),
  );
  server = createServer((request, response) => void files.serve(request, response, (h, c) => person(h, c)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  files.close();
  await rm(folder, { recursive: true });
});

const offer = (id: string) => files.offers.find((one) => one.id === id);
const tilesOf = (id: string) => {
  const one = offer(id);
  return one && 'tiles' in one ? one.tiles : '';
};
const get = (path: string, headers: Record<string, string> = { cookie: 'me' }) => fetch(origin + path, { headers });
const at = (id: string, z: number, x: number, y: number) =>
  tilesOf(id).replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);

describe('base maps out of files', () => {
  it('are offered in the order of the configuration, with what their files say', () => {
    expect(files.offers.map(({ id }) => id)).toEqual('iran sat streets photo gone half text odd'.split(' '));
    expect(offer('iran')).toMatchObject({ schema: 'protomaps', min_zoom: 0, max_zoom: 5, attribution: 'OSM' });
    expect(offer('streets')).toMatchObject({ schema: 'openmaptiles', min_zoom: 3, attribution: 'Our own' });
    expect(offer('photo')).toMatchObject({ schema: null, max_zoom: 1, attribution: '\u00a9 OpenStreetMap' });
    expect(offer('sat')).toMatchObject({ tiles: 'https://t.example.ir/{z}/{x}/{y}.jpg', schema: null });
  });

  it('that cannot be had are told in one line each, and are offered with the reason', () => {
    expect(Object.fromEntries(files.offers.flatMap((o) => ('problem' in o ? [[o.id, o.problem]] : [])))).toEqual({
      gone: 'missing',
      half: 'unreadable',
      text: 'unreadable',
      odd: 'schema',
    });
    expect(lines).toHaveLength(4);
    for (const [i, file] of ['gone.pmtiles', 'half.pmtiles', 'text.mbtiles', 'odd.pmtiles'].entries())
      expect(lines[i]).toMatch(new RegExp(`^BASE_MAPS: ${file} in DATA_DIR is no base map: [^\\n]+$`));
  });

  it('are read by ranges where they are PMTiles', async () => {
    const path = tilesOf('iran').replace('pmtiles://', '').replace('/{z}/{x}/{y}', '');
    const part = await get(path, { cookie: 'me', range: 'bytes=0-6' });
    expect([part.status, await part.text()]).toEqual([206, 'PMTiles']);
    expect(part.headers.get('cache-control')).toContain('immutable');
    const source = new FetchSource(origin + path, new Headers({ cookie: 'me' }));
    const read = new PMTiles(source);
    expect(Buffer.from(new Uint8Array((await read.getZxy(5, 20, 12))?.data ?? [])).toString()).toBe('iran');
    expect(await read.getZxy(5, 20, 13)).toBeUndefined();
  });

  it('are read tile by tile where they are MBTiles, with rows from the north', async () => {
    const answer = await get(at('streets', 3, 5, 5));
    expect(answer.headers.get('content-type')).toBe('application/x-protobuf');
    expect(await answer.text()).toBe('streets');
    expect((await get(at('streets', 3, 5, 2))).status).toBe(404);
    const picture = await get(at('photo', 1, 0, 0));
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/jpeg', 'picture']);
  });

  it('are for those who are signed in', async () => {
    for (const path of [at('streets', 3, 5, 5), tilesOf('iran').replace('pmtiles://', '').replace('/{z}/{x}/{y}', '')])
      expect((await get(path, {})).status).toBe(401);
    const hosts: string[] = [];
    const before = person;
    person = async (host) => {
      hosts.push(host);
      return null;
    };
    await get(at('streets', 3, 5, 5), {});
    person = before;
    expect(hosts).toEqual([new URL(origin).host]);
  });

  it('have no other address: not of another version, of a neighbour in the folder, nor for a change', async () => {
    const tile = at('streets', 3, 5, 5);
    expect((await get(tile.replace(/own\/[0-9a-z]+/, 'own/0'))).status).toBe(404);
    const whole = tile.replace(/\/3\/5\/5$/, '');
    for (const path of [whole, whole.replace('streets', '..%2ftext'), whole.replace('streets', '../text'), '/base-map/own/iran', '/base-map/own/0/half.pmtiles']) // biome-ignore format: one row
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await fetch(origin + at('streets', 3, 5, 5), { method: 'DELETE', headers: { cookie: 'me' } })).status).toBe(
      405,
    );
  });

  it('are told by name to who is signed in, and all of the folder to superusers alone', async () => {
    const list = async (query: string, cookie: string) => {
      const answer = await get(`/base-map/own/${query}`, { cookie });
      return answer.ok ? ((await answer.json()) as { file: string; problem?: string }[]) : answer.status;
    };
    expect(await list('?file=streets.mbtiles&file=gone.pmtiles&file=../x.pmtiles', 'me')).toMatchObject([
      { file: 'streets.mbtiles', schema: 'openmaptiles', tiles: tilesOf('streets') },
      { file: 'gone.pmtiles', problem: 'missing' },
    ]);
    expect(await list('', 'me')).toBe(403);
    expect(await list('?file=streets.mbtiles', '')).toBe(401);
    const all = (await list('', 'super')) as { file: string; problem?: string }[];
    expect(all.map(({ file, problem }) => [file, problem]).sort()).toEqual([
      ['half.pmtiles', 'unreadable'],
      ['iran.pmtiles', undefined],
      ['odd.pmtiles', 'schema'],
      ['photo.mbtiles', undefined],
      ['streets.mbtiles', undefined],
      ['text.mbtiles', 'unreadable'],
    ]);
  });

  it('have another address when the file is another one', async () => {
    await utimes(join(folder, 'iran.pmtiles'), 1_000_000, 1_000_000);
    const [now] = await (await get('/base-map/own/?file=iran.pmtiles')).json();
    expect([now.tiles.startsWith('pmtiles:///base-map/own/'), now.tiles === tilesOf('iran')]).toEqual([true, false]);
  });
});
