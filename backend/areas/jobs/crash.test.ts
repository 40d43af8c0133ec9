// kill -9 at any moment: a layer is there whole or not at all, an act on many records is wholly done or not at all, what was told is done
// stays done, and nothing is left behind. The next process goes on where the last one was killed, and is the next to be killed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/postgres.mjs';
import { ACTS, actsDone, BEFORE, type CrashState, FILES, MANY, MOVED, ROWS } from '../../../testing/crash-state';
import { createDatabase, queryServer } from '../../../testing/database-server';
import { dbf, shp, WGS84_PRJ } from '../../../testing/files';
import { writeGpkg } from '../../../testing/gpkg-file';
import { programArgs } from '../../../testing/programs/program';
import { createBrowser, startWebAt } from '../../../testing/web';
import { ENGINES } from '../../../testing/world';

/** What goes the same way on both engines is cut off on the embedded one, whose database dies with the process; on both where there is time. */
const DIES_WITH_IT = process.env.SLOW ? ENGINES : ['embedded'];
/** Kills of each engine and kind; KILLS asks for more in a long run. */
const KILLS = Number(process.env.KILLS ?? 1);
/** Longest wait before a kill, in milliseconds after the process has begun to work. */
const IMPORTS_MS = 4000;
const ACTS_MS = 1500;
const REWIND_MS = 500;

const name = (i: number) => `روستای ${i}`;
const place = (i: number): [number, number] => [44 + (i % 997) / 70, 25 + (i % 991) / 70];
const all = <T>(of: (i: number) => T): T[] => Array.from({ length: ROWS }, (_, i) => of(i));

/** The same rows in five formats, in one folder. */
async function writeFiles(folder: string): Promise<void> {
  const put = (file: string, content: string | Uint8Array) => writeFile(join(folder, file), content);
  const lines = all((i) =>
    JSON.stringify({
      type: 'Feature',
      properties: { name: name(i) },
      geometry: { type: 'Point', coordinates: place(i) },
    }),
  );
  await put('a.geojsonl', lines.join('\n'));
  await put('b.csv', ['name,lon,lat', ...all((i) => `${name(i)},${place(i).join(',')}`)].join('\n'));
  const marks = all((i) => `<Placemark><name>${name(i)}</name><Point><coordinates>${place(i)}</coordinates></Point></Placemark>`); // biome-ignore format: one mark
  await put('c.kml', `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`); // biome-ignore format: one file
  const table = dbf([{ name: 'name', type: 'C', length: 40 }], all((i) => [name(i)])); // biome-ignore format: one table
  await put('d.zip', zipSync({ 'd.shp': shp(all(place)), 'd.dbf': table, 'd.prj': Buffer.from(WGS84_PRJ), 'd.cpg': Buffer.from('UTF-8') })); // biome-ignore format: one file
  const other = mkdtempSync(join(tmpdir(), 'pahneh-gpkg-'));
  await rename(await writeGpkg(other, lines, 'e'), join(folder, 'e.gpkg'));
  rmSync(other, { recursive: true });
}

let program: string[] = [];
beforeAll(async () => {
  program = await programArgs('testing/programs/crash-process.ts');
});

/** A backend in a process of its own. */
function start(own: Record<string, string>, args: string[]) {
  const started = spawn(process.execPath, [...program, ...args], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let rest = '';
  let complaint = '';
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  let wake = () => {};
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  const ended = new Promise<void>((resolve) => started.once('close', () => resolve()));
  return {
    /** What it told of its database: when it had opened it, and at its end. */
    told: () => lines.filter((l) => l.startsWith('{')).map((l) => JSON.parse(l) as CrashState),
    /** Acts that were answered. */
    done: () => Number(lines.findLast((l) => l.startsWith('done '))?.slice(5) ?? -1),
    ended,
    async working() {
      while (!lines.includes('working')) {
        if (started.exitCode !== null) throw new Error(`ended: ${complaint}`);
        const more = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([more, ended]);
      }
    },
    async kill() {
      started.kill('SIGKILL');
      await ended;
    },
  };
}
type Child = ReturnType<typeof start>;

describe.each(ENGINES)('kill -9 on the %s engine', (engine) => {
  let files: string;
  beforeAll(async () => {
    files = mkdtempSync(join(tmpdir(), 'pahneh-crash-files-'));
    await writeFiles(files);
  });
  afterAll(() => rmSync(files, { recursive: true, force: true }));
  /** Runs a test in a folder and a database of its own. */
  const alone =
    (work: (child: (...args: string[]) => Child, hangUp: () => Promise<void>, folder: string) => Promise<void>) =>
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pahneh-crash-'));
      mkdirSync(join(folder, 'uploads'));
      const database = engine === 'server' ? await createDatabase() : null;
      const own = { DATA_DIR: folder, IMPORTS: files, LOG: 'silent', ...(database && { DATABASE_URL: database.url }) };
      try {
        await work(
          (...args) => start(own, args),
          async () => {
            if (database)
              await queryServer(
                `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}'`,
              );
          },
          folder,
        );
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
        await database?.drop();
      }
    };
  /** Spread over the time of the work, and random within. */
  const sometime = (turn: number, longest: number) =>
    new Promise<number>((resolve) => {
      const ms = Math.round(((turn + Math.random()) / KILLS) * longest);
      setTimeout(() => resolve(ms), ms);
    });

  it.concurrent(
    'an import is there whole or not at all, in every format, and an append too',
    alone(async (child) => {
      const labels = ['a.geojsonl', 'b.csv', 'c.kml', 'd.zip', 'e.gpkg'];
      const killed: string[] = [];
      let [untouched, complete]: (string | undefined)[] = [];
      const absentOrComplete = ({ layers, jobs, bytes, appended: { edits, notes } }: CrashState) => {
        const { append, ...newLayers } = layers;
        const appended = append?.counted === ROWS;
        expect([killed, append]).toEqual([killed, { counted: appended ? ROWS : BEFORE, told: append?.counted, attached: true }]); // biome-ignore format: one line
        expect([killed, edits, notes]).toEqual([killed, ...(appended ? [MOVED, MOVED + ROWS - BEFORE] : [0, 0])]);
        // Every byte of the layer and its history is as it was before the append, or as the append has left it.
        if (appended) complete ??= bytes.append?.all;
        else untouched ??= bytes.append?.all;
        expect([killed, bytes.append?.all]).toEqual([killed, appended ? complete : untouched]);
        for (const [label, layer] of Object.entries(newLayers))
          expect([killed, label, layer]).toEqual([killed, label, { counted: ROWS, told: ROWS, attached: true }]);
        for (const job of jobs) {
          const there = job.kind === 'append' ? appended : job.label in newLayers;
          expect([killed, job.label, job.state === 'done']).toEqual([killed, job.label, there]);
        }
      };
      for (let turn = 0; turn < KILLS; turn++) {
        const one = child('jobs');
        await one.working();
        killed.push(`${await sometime(turn, IMPORTS_MS)} ms`);
        await one.kill();
        absentOrComplete(one.told()[0] as CrashState);
      }
      const last = child('jobs');
      await last.ended;
      const [before, end] = last.told() as [CrashState, CrashState];
      absentOrComplete(before);
      absentOrComplete(end);
      // A job that was cut off more often than it may be tried ends as failed, and its layer is absent.
      for (const { label, state, error, imported } of end.jobs) {
        const all = label === 'append' ? ROWS - BEFORE + MOVED : ROWS;
        expect([killed, label, state, error, imported]).toEqual([
          killed,
          label,
          ...(error === 'interrupted' && KILLS > 2 ? ['failed', error, 0] : ['done', null, all]),
        ]);
      }
      expect(end.jobs.map((j) => j.label)).toEqual([...labels, 'append'].sort());
      expect([end.orphans, end.staging, end.files.filter((f) => f !== 'work')]).toEqual([[], 0, []]);
    }),
    900_000,
  );

  it.runIf(DIES_WITH_IT.includes(engine)).concurrent(
    'an append that commits in pieces is taken back where it was cut off, and then done',
    alone(async (child) => {
      let untouched: string | undefined;
      for (let turn = 0; turn < KILLS; turn++) {
        const one = child('append');
        await one.working();
        untouched ??= one.told()[1]?.bytes.append?.all;
        await sometime(0, turn === 0 ? 0 : 100);
        await one.kill();
      }
      const last = child('append');
      await last.ended;
      const [cut, before, end] = last.told() as [CrashState, CrashState, CrashState];
      const counted = (state: CrashState) => [
        state.layers.append?.counted,
        state.layers.append?.told,
        state.appended.notes,
      ];
      if (engine === 'embedded' && KILLS === 1) {
        expect(cut.appended.notes).toBeGreaterThan(0);
        expect(cut.layers.append?.counted).toBeLessThan(ROWS);
        expect([counted(before), before.bytes.append?.all]).toEqual([[BEFORE, BEFORE, 0], untouched]);
      }
      expect(counted(end)).toEqual([ROWS, ROWS, MOVED + ROWS - BEFORE]);
      expect(end.appended.edits).toBe(MOVED);
      expect(end.jobs).toMatchObject([{ kind: 'append', state: 'done', error: null, imported: ROWS - BEFORE + MOVED }]);
      expect([end.orphans, end.staging]).toEqual([[], 0]);
    }),
    900_000,
  );

  const acts = (how: 'the process dies' | 'the database hangs up') =>
    alone(async (child, hangUp) => {
      let acknowledged = 0;
      const killed: string[] = [];
      const whole = (report: CrashState) => {
        const done = actsDone(report.alike);
        const at = [killed, done];
        // Each half is of one mind: one value, one version, one history.
        expect([at, report.alike]).toEqual([at, [0, 1].filter((half) => half === 0 || ACTS[(done + ACTS.length - 1) % ACTS.length] !== 'full delete').map((half) => expect.objectContaining({ half, n: MANY / 2 }))]); // biome-ignore format: one line
        expect([at, report.lost, report.layers.acts?.told]).toEqual([at, 0, report.layers.acts?.counted]);
        // Answered acts are kept; of the act under way either nothing is there or all of it.
        expect([acknowledged, acknowledged + 1]).toContain(done);
        return done;
      };
      for (let turn = 0; turn < KILLS; turn++) {
        const one = child('acts');
        await one.working();
        acknowledged = whole(one.told()[0] as CrashState);
        killed.push(`${await sometime(turn, ACTS_MS)} ms`);
        if (how === 'the database hangs up') await hangUp();
        else await one.kill();
        // A process that lost its database in the middle of an act ends by itself; between two acts it goes on.
        await Promise.race([one.ended, new Promise((resolve) => setTimeout(resolve, 500))]);
        await one.kill();
        acknowledged = Math.max(acknowledged, one.done());
        killed.push(`after act ${acknowledged}`);
      }
      // The round is ended, and what is left in the store is at most what crashes left there.
      const last = child('acts', String((Math.floor(acknowledged / ACTS.length) + 1) * ACTS.length));
      await last.ended;
      const [before, end] = last.told() as [CrashState, CrashState];
      whole(before);
      acknowledged = Math.max(actsDone(before.alike), last.done());
      expect(whole(end) % ACTS.length).toBe(0);
      expect([end.orphans, end.staging]).toEqual([[], 0]);
      expect(end.unnamed).toBeLessThanOrEqual(KILLS * FILES);
    });
  it.runIf(DIES_WITH_IT.includes(engine)).concurrent(
    'an act on many records is wholly done or not at all, and stays done',
    acts('the process dies'),
    900_000,
  );
  it.runIf(engine === 'server').concurrent(
    'the same where the database hangs up',
    acts('the database hangs up'),
    900_000,
  );

  it.runIf(DIES_WITH_IT.includes(engine)).concurrent(
    'a rewind goes on where it was cut off: each record is rewound once, and its history says so',
    alone(async (child) => {
      /** Records that are rewound, each wholly. */
      const rewound = ({ alike, layers }: CrashState) => {
        const [done, open] = [alike.filter(({ turn }) => turn === -1), alike.filter(({ turn }) => turn === 5)];
        for (const { log, version, n } of done) expect([log, version, n % 500]).toEqual(['edit rewind', 3, 0]);
        for (const { log, version } of open) expect([log, version]).toEqual(['edit', 2]);
        expect(layers.acts).toMatchObject({ counted: MANY, told: MANY });
        return done.reduce((sum, { n }) => sum + n, 0);
      };
      let untouched: string | undefined;
      for (let turn = 0; turn < KILLS; turn++) {
        const one = child('rewind');
        await one.working();
        untouched ??= one.told()[0]?.bytes.acts?.seen;
        // The first kill comes right after the first batch.
        if (turn > 0) {
          const [before] = one.told() as [CrashState];
          expect(rewound(before)).toBeGreaterThan(0);
          await sometime(turn, REWIND_MS);
        }
        await one.kill();
      }
      const last = child('rewind');
      await last.ended;
      const [before, end] = last.told() as [CrashState, CrashState];
      // The first batch is committed, and the last one is not.
      expect(rewound(before)).toBeGreaterThan(0);
      if (KILLS === 1) {
        expect(rewound(before)).toBeLessThan(MANY);
        expect(before.jobs).toMatchObject([{ kind: 'rewind', state: 'running' }]);
        expect(before.bytes.acts?.seen).not.toBe(untouched);
      }
      expect(rewound(end)).toBe(MANY);
      expect([untouched, end.bytes.acts?.seen]).toEqual([expect.any(String), untouched]);
      expect(end.jobs).toMatchObject([{ kind: 'rewind', state: 'done', error: null, imported: MANY }]);
      expect(end.orphans).toEqual([]);
    }),
    900_000,
  );

  it(
    'G70 an upload that the end of the backend cuts is told, leaves no half file, and works when it is sent again',
    alone(async (child, hangUp, folder) => {
      const port = await freePort();
      const uploads = join(folder, 'uploads');
      let backend = child('edit', String(port));
      await backend.working();
      const web = await startWebAt(`http://127.0.0.1:${port}`);
      const person = createBrowser(web);
      expect((await person.signIn('super')).status).toBe(200);
      const text = JSON.stringify({ type: 'FeatureCollection', features: all((i) => ({ type: 'Feature', properties: { name: name(i) }, geometry: { type: 'Point', coordinates: place(i) } })) }); // biome-ignore format: one file
      async function* parts(midway: () => Promise<void>) {
        yield '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.geojson"\r\ncontent-type: application/json\r\n\r\n';
        yield text.slice(0, text.length / 2);
        await midway();
        yield text.slice(text.length / 2);
        yield '\r\n--cut--\r\n';
      }
      const upload = async (midway = async () => {}) => {
        const { statusCode, body } = await request(`http://${web.host}/api/layer_upload/`, {
          method: 'POST',
          headers: { host: web.host, cookie: [...person.jar].map(([k, v]) => `${k}=${v}`).join('; '), origin: `http://${web.host}`, 'sec-fetch-site': 'same-origin', 'x-csrftoken': person.csrf, 'content-type': 'multipart/form-data; boundary=cut' }, // biome-ignore format: one list
          body: Readable.from(parts(midway)),
        });
        return { status: statusCode, body: (await body.json()) as { detail?: string; file_id?: string } };
      };
      const cut = await upload(async () => {
        await expect.poll(() => readdirSync(uploads).some((id) => existsSync(join(uploads, id, 'upload')) && statSync(join(uploads, id, 'upload')).size > 0), { timeout: 10_000 }).toBe(true); // biome-ignore format: one condition
        await backend.kill();
      });
      expect([502, 503]).toContain(cut.status);
      expect(cut.body.detail).toContain(' ');
      await hangUp();
      backend = child('edit', String(port));
      await backend.working();
      let again = await upload();
      for (const until = Date.now() + 15_000; again.status !== 200 && Date.now() < until; ) again = await upload();
      expect(again.status).toBe(200);
      // The part that came is nobody's; it goes when a day has passed (areas/jobs/sweep.ts).
      const list = (await person.send('GET', `/api/layer_upload/${again.body.file_id}/`)).json;
      expect([list.file_id, list.datasets[0].feature_count]).toEqual([again.body.file_id, ROWS]);
      const half = readdirSync(uploads).filter((id) => id !== again.body.file_id);
      for (const id of half) expect((await person.send('GET', `/api/layer_upload/${id}/`)).status).toBe(404);
      await backend.kill();
      await web.close();
    }),
    120_000,
  );
});
