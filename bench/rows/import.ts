// Row: files into a layer, from the file to the commit, beside ogr2ogr with COPY into the same database.
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { percentAt } from '../../backend/areas/jobs/progress';
import { noTally } from '../../backend/areas/jobs/store';
import { tablesWithoutText } from '../../backend/areas/layers/table/text-index';
import { runImport } from '../../backend/areas/uploads/runner';
import { addUpload } from '../../backend/areas/uploads/store';
import type { Engine } from '../../backend/db/engine';
import { inspect } from '../../backend/geo/import';
import { tileCache } from '../../backend/geo/tile-cache';
import { openStorage } from '../../backend/storage';
import type { ImportOrder, JobStage } from '../../contract/schemas/upload';
import { FORM, points, polygons } from '../data';
import { timed } from '../load';
import { has, NO_OGR2OGR, ogr2ogr } from '../peers';
import { type BarReading, farthest } from '../progress';
import { atMost, type Line, seconds } from '../report';
import { NO_POSTGRES, type ServerSide, type Stage } from '../stage';

/** So many points in one GeoPackage instead of polygons in four formats. */
const POINTS = Number(process.env.BENCH_POINTS ?? 0);
const COUNT = POINTS || Number(process.env.BENCH_POLYGONS ?? 100_000);
const TYPE = POINTS ? 1 : 3;
const WHAT = `import ${COUNT} ${POINTS ? 'points' : 'polygons'}`;
const TEXT_DATES = ['-mapFieldType', 'Date=String,DateTime=String'];

interface Source {
  said: string;
  path: string;
  /** As ogr2ogr names it. */
  peer: string;
}

/** The same features in four formats. */
async function files(folder: string): Promise<Source[]> {
  mkdirSync(join(folder, 'shape'), { recursive: true });
  const lines = join(folder, 'land.geojsonl');
  async function* text() {
    for (const { geometry, value } of POINTS ? points(POINTS) : polygons(COUNT))
      yield `${JSON.stringify({ type: 'Feature', properties: value, geometry })}\n`;
  }
  await pipeline(Readable.from(text()), createWriteStream(lines));
  const gpkg = join(folder, 'land.gpkg');
  // All of it is read, in its order: an index of place would be of no use.
  await ogr2ogr(['-f', 'GPKG', gpkg, `GeoJSONSeq:${lines}`, '-nln', 'land', '-lco', 'SPATIAL_INDEX=NO', ...TEXT_DATES]);
  if (POINTS) return [{ said: 'GeoPackage', path: gpkg, peer: gpkg }];
  await ogr2ogr(['-f', 'ESRI Shapefile', join(folder, 'shape'), gpkg, 'land', '-lco', 'ENCODING=UTF-8']);
  const fgb = join(folder, 'land.fgb');
  await ogr2ogr(['-f', 'FlatGeobuf', fgb, gpkg, 'land']);
  const names = readdirSync(join(folder, 'shape'));
  const parts = Object.fromEntries(names.map((n) => [n, readFileSync(join(folder, 'shape', n))]));
  const zip = join(folder, 'land.zip');
  writeFileSync(zip, zipSync(parts, { level: 1 }));
  return [
    { said: 'GeoPackage', path: gpkg, peer: gpkg },
    { said: 'shapefile (zip)', path: zip, peer: `/vsizip/${zip}` },
    { said: 'GeoJSON lines', path: lines, peer: `GeoJSONSeq:${lines}` },
    { said: 'FlatGeobuf', path: fgb, peer: fgb },
  ];
}

const LOOK_MS = 50;
/** Waits for the indexes of text: the backend of the stage makes those that it finds missing too, and then the job does not wait for them. */
async function untilIndexed({ engine }: ServerSide): Promise<void> {
  while ((await tablesWithoutText(engine)).length > 0) await pause(LOOK_MS);
}

/**
 * The product's import of a file until its layer can be seen, and until its text is indexed too; how much of that went into reading it and
 * sending the rows; and what its progress said when.
 */
async function product(
  side: ServerSide,
  source: Source,
  scratch: string,
): Promise<{ usable: number; all: number; rows: number; readings: BarReading[] }> {
  const name = source.path.slice(source.path.lastIndexOf('/') + 1);
  const inspected = await inspect(source.path, name, { scratch });
  const [dataset] = inspected.datasets;
  if (!dataset) throw new Error('nothing inside');
  const id = `bench-${Date.now()}`;
  const order: ImportOrder = {
    file_id: id,
    dataset: dataset.name,
    type: TYPE,
    label: source.said,
    srid: 4326,
    fields: dataset.fields.map((f) => ({ source: f.name, label: f.name, type: f.type })),
  };
  let rows = 0;
  const engine: Engine = {
    ...side.engine,
    async copy(...args) {
      let count = 0;
      rows += await timed(async () => {
        count = await side.engine.copy(...args);
      });
      return count;
    },
  };
  const world = {
    engine,
    config: side.world.config,
    now: () => new Date(),
    tiles: tileCache(),
    storage: await openStorage(side.world.config),
  };
  const inspection = { asked: '', found: inspected };
  await addUpload(engine.db, { id, account: side.account, name, path: source.path, size: 0, inspection });
  const tally = noTally();
  await sql`
    insert into job (id, account_id, kind, state, label, "order") values (${id}, ${side.account}::int, 'import', 'running', ${source.said}, '{}')`.execute(
    engine.db,
  );
  const job = { id, account_id: side.account, kind: 'import', dry_run: false, upload_id: id, state: 'running', label: source.said, order, total: COUNT, read: 0, imported: 0, rejected: 0, rejects: [], layer_id: null, report: null, error: null, attempts: 1, cancel: false, stage: null, share: 0 } as const; // biome-ignore format: one job
  const readings: BarReading[] = [];
  const start = performance.now();
  let usable = 0;
  const mark = async (stage: JobStage, share: number) => {
    readings.push({ at: performance.now() - start, stage, percent: percentAt('server', TYPE, stage, share) });
  };
  const all = await timed(async () => {
    await runImport(world, {
      job: { ...job, rejects: [], outcome: null, undone_at: null },
      tally,
      signal: new AbortController().signal,
      scratch,
      report: () => mark('reading', tally.read / COUNT),
      step: mark,
      mark: async () => {},
      stage: async () => {},
      part: () => Promise.resolve(false),
      async commit(work) {
        await engine.db.transaction().execute(async (tx) => void (await work(tx)));
        usable = performance.now() - start;
      },
    });
    await untilIndexed(side);
  });
  if (tally.imported !== COUNT) throw new Error(`${source.said}: ${tally.imported} imported`);
  return { usable, all, rows, readings };
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'import', value: '', beside: NO_POSTGRES };
  if (!has('ogr2ogr')) return yield { name: 'import', value: '', beside: NO_OGR2OGR };
  const folder = join(stage.folder, 'import');
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch, { recursive: true });
  const { hostname, port, username } = side.url;
  const into = `PG:host=${hostname} port=${port} user=${username} dbname=${side.database}`;
  for (const source of await files(folder)) {
    const columns = FORM.filter(({ type }) => type === 'text').map(({ name }) => `coalesce(${name}, '')`);
    /** What we make beside the spatial index: more of these for small scales, the order of the ground, what waits, the text. */
    const ours = [
      ...['4326', '4327'].map((turn) => `create index on peer using gist (wkb_geometry) where ogc_fid <> ${turn}`),
      'create index on peer (st_geohash(st_envelope(wkb_geometry), 12), ogc_fid)',
      `create index on peer using gin ((${columns.join(" || ' ' || ")}) gin_trgm_ops)`,
      'vacuum analyze peer',
    ];
    const peer = (index: 'GIST' | 'NONE') =>
      ogr2ogr(['-f', 'PostgreSQL', into, source.peer, '-nln', 'peer', '-overwrite', '-nlt', POINTS ? 'POINT' : 'PROMOTE_TO_MULTI', '-lco', `SPATIAL_INDEX=${index}`, '-lco', 'FID=ogc_fid', '-lco', 'GEOMETRY_NAME=wkb_geometry', '--config', 'PG_USE_COPY', 'YES', ...TEXT_DATES]); // biome-ignore format: one command
    const own = await product(side, source, scratch);
    // Once for the files to be in memory; long ones are by then.
    if (COUNT < 1_000_000) await peer('GIST');
    const whole = await timed(() => peer('GIST'));
    yield {
      name: `${WHAT}, ${source.said}: file to a layer that can be seen, edited and filtered`,
      value: seconds(own.usable),
      beside: `ogr2ogr with COPY and a spatial index: ${seconds(whole)}`,
      ratio: own.usable / whole,
      target: atMost(1.5),
    };
    const more = await timed(async () => {
      for (const statement of ours) await sql.raw(/^create/.test(statement) ? `begin; set local lock_timeout = 0; set local statement_timeout = 0; ${statement}; commit` : statement).execute(side.engine.db); // biome-ignore format: one call
    });
    yield {
      name: 'of it: with statistics and the index of its text, which follow',
      value: seconds(own.all),
      beside: `ogr2ogr, and indexes of the same kinds: ${seconds(whole + more)}`,
      ratio: own.all / (whole + more),
      target: atMost(1),
    };
    const bare = await timed(() => peer('NONE'));
    yield {
      name: `of it: ${source.said} read, checked, converted and sent`,
      value: seconds(own.rows),
      beside: `ogr2ogr with COPY, no index: ${seconds(bare)}`,
      ratio: own.rows / bare,
      target: atMost(1.5),
    };
    yield farthest(`${WHAT}, ${source.said}`, own.readings, own.usable);
  }
  await sql`drop table if exists peer`.execute(side.engine.db);
}
