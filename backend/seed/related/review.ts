// Work that waits for a verdict in every way that the review screen shows: a table, points that move, orchards with ponds; and lots of second approvals.
import type { Position } from 'geojson';
import { sql } from 'kysely';
import { choicesOf } from '../../../contract/fields/choice';
import { LABEL_COLOURS } from '../../../contract/schemas/style';
import { type Because, drawOf, setAudit } from '../../areas/supervision/audit';
import type { Engine } from '../../db/engine';
import * as make from '../builders';
import { type DemoBase, permitLayer } from '../demo-layers';
import type { DemoPeople } from '../demo-people';
import * as work from '../record-work';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Of a hundred first approvals; set so long ago. */
const LOTS = [
  { share: 50, ago: 46 * DAY_HOURS },
  { share: 25, ago: 12 * DAY_HOURS },
] as const;

const text = (name: string, label: string, more: object = {}) => ({ name, label, type: 'text' as const, ...more });
const note = { name: 'note', label: 'شرح', type: 'long_text' as const };
const single = (color: string, size: number) => ({
  kind: 'single' as const,
  symbol: { color, opacity: 0.6, size, stroke: color, stroke_width: 1.5 },
});
const labels = (field: string) => ({ field, size: 12, ...LABEL_COLOURS, min_zoom: 14, max_zoom: 24 });

const LAYERS = {
  minutes: {
    label: 'صورت‌جلسه‌های بازدید',
    type: 0,
    form: [text('code', 'شماره', { required: true }), { name: 'held', label: 'روز', type: 'date' as const }, { name: 'people', label: 'شمار حاضران', type: 'integer' as const, min: 1 }, note], // biome-ignore format: one form
    config: { supervised: true },
  },
  hydrants: {
    label: 'شیرهای آتش‌نشانی',
    type: 1,
    form: [text('code', 'کد', { required: true }), { name: 'state', label: 'وضعیت', type: 'choice' as const, choices: choicesOf('سالم', 'نشتی', 'از کار افتاده') }, note], // biome-ignore format: one form
    config: { supervised: true, style: single('#e03131', 6), labels: labels('code') },
  },
  orchards: {
    label: 'باغ‌ها',
    type: 3,
    form: [text('name', 'نام', { required: true }), { name: 'kind', label: 'محصول', type: 'choice' as const, choices: choicesOf('سیب', 'گردو', 'انگور', 'پسته') }, { name: 'trees', label: 'شمار درختان', type: 'integer' as const, min: 0 }, note], // biome-ignore format: one form
    config: { supervised: true, second_approval: true, style: single('#2b8a3e', 1), labels: labels('name') },
  },
} satisfies Record<string, Omit<make.NewLayerData, 'customer' | 'owner' | 'records'>>;

/** Damavand; metres east and north of it become degrees. */
const [LON, LAT] = [52.062, 35.712];
const place = ([x, y]: readonly [number, number]): Position => [
  Math.round((LON + x / 90_380) * 1e7) / 1e7,
  Math.round((LAT + y / 111_320) * 1e7) / 1e7,
];
const point = (x: number, y: number) => ({ type: 'Point' as const, coordinates: place([x, y]) });

/** An orchard of 180 by 140 metres with its pond; `pond` says how far that lies from its corner. */
function orchard(column: number, row: number, pond: readonly [number, number], pull = 0) {
  const [x, y] = [column * 210, row * 170];
  const outer = [[x, y], [x + 180, y + 8], [x + 172 + pull, y + 140 + pull / 2], [x - 6, y + 132]] as const; // biome-ignore format: four corners
  const [east, north] = [x + pond[0], y + pond[1]];
  const inner = [[east, north], [east, north + 24], [east + 36, north + 24], [east + 36, north]] as const; // biome-ignore format: four corners
  const ring = (corners: readonly (readonly [number, number])[]) => [...corners, corners[0] as readonly [number, number]].map(place); // biome-ignore format: one line
  return { type: 'Polygon' as const, coordinates: [ring(outer), ring(inner)] };
}

/** A first approval, and why it took a second one. */
interface Draw {
  record: work.WorkRecord;
  /** At its first approval. */
  version: number;
  lot: number;
  reviewer: number;
  at: Date;
  because: Because | null;
  second?: { by: number; agreed: boolean };
}

interface Scene {
  log: work.RecordWork;
  people: DemoPeople;
  /** Somebody's step so many hours ago. */
  by: (account: number, hours: number) => work.By;
}

function playTable({ log, people, by }: Scene, layer: work.WorkLayer): void {
  const minute = (n: number, day: string, count: number, words: string) => ({ value: { code: `ص-${n.toLocaleString('fa')}`, held: day, people: count, note: words }, geometry: null }); // biome-ignore format: one record
  const first = work.createRecord(log, layer, by(people.editor, 900), minute(101, '2025-03-02', 4, 'بازدید از دشت ورامین. چاه‌ها کنتور دارند و دو راه دسترسی باز است.')); // biome-ignore format: one line
  const second = work.createRecord(log, layer, by(people.regional, 898), minute(102, '2025-03-09', 6, 'بازدید از دشت مرودشت.')); // biome-ignore format: one line
  for (const [i, record] of [first, second].entries()) work.judgeRecord(log, record, by(people.supervisor, 880 - i), 'approve'); // biome-ignore format: one line
  work.editRecord(log, first, by(people.editor, 52), { value: { people: 5, note: 'بازدید از دشت ورامین. چاه‌ها کنتور هوشمند دارند و یک راه دسترسی باز است.' } }); // biome-ignore format: one line
  work.removeRecord(log, second, by(people.regional, 47));
  work.createRecord(log, layer, by(people.regional, 30), minute(103, '2025-04-12', 3, 'بازدید از باغ‌های دماوند.'));
}

function playPoints({ log, people, by }: Scene, layer: work.WorkLayer): void {
  const places = [[-300, -200], [-120, -260], [60, -220], [240, -280]] as const; // biome-ignore format: four places
  const records = places.map(
    ([x, y], i) =>
    work.createRecord(log, layer, by(people.editor, 800 - i), { value: { code: `ش-${(11 + i).toLocaleString('fa')}`, state: 'سالم', note: null }, geometry: point(x, y) }), // biome-ignore format: one record
  );
  for (const [i, record] of records.entries()) work.judgeRecord(log, record, by(people.supervisor, 780 - i), 'approve');
  const [moved, both, state, going] = records as [work.WorkRecord, work.WorkRecord, work.WorkRecord, work.WorkRecord];
  work.editRecord(log, moved, by(people.regional, 44), { geometry: point(-262, -176) });
  work.editRecord(log, both, by(people.editor, 43), { geometry: point(-118, -249), value: { state: 'نشتی' } });
  work.editRecord(log, state, by(people.editor, 42), { value: { state: 'از کار افتاده', note: 'دسته شکسته است.' } });
  work.removeRecord(log, going, by(people.regional, 41));
  work.createRecord(log, layer, by(people.editor, 28), { value: { code: 'ش-۱۵', state: 'سالم', note: null }, geometry: point(420, -240) }); // biome-ignore format: one line
}

/** The orchards with their two lots. Returns the draws, by which the seeds are found. */
function playOrchards({ log, people, by }: Scene, layer: work.WorkLayer): Draw[] {
  const draws: Draw[] = [];
  const kinds = ['سیب', 'گردو', 'انگور', 'پسته'];
  const create = (n: number, hours: number) =>
    work.createRecord(log, layer, by(n % 2 ? people.editor : people.regional, hours), {
      value: {
        name: `باغ ${(n + 1).toLocaleString('fa')}`,
        kind: kinds[n % kinds.length] ?? null,
        trees: 120 + n * 17,
        note: null,
      },
      geometry: orchard(n % 4, Math.floor(n / 4), [60, 50]),
    });
  const approve = (record: work.WorkRecord, reviewer: number, hours: number, lot: number, because: Because | null) => {
    const draw: Draw = { record, version: record.version, lot, reviewer, at: by(reviewer, hours).at, because };
    draws.push(draw);
    work.judgeRecord(log, record, by(reviewer, hours), 'approve', undefined, because !== null);
    return draw;
  };
  const second = (draw: Draw, hours: number, agreed: boolean) => {
    draw.second = { by: people.superuser, agreed };
    const reason = agreed ? undefined : 'مرز استخر با تصویر هوایی نمی‌خواند.';
    work.judgeRecord(log, draw.record, by(people.superuser, hours), agreed ? 'approve' : 'return', reason, true);
  };
  const trees = Array.from({ length: 11 }, (_, n) => create(n, 1100 - n * 2));
  const at = (n: number) => trees[n] as work.WorkRecord;
  // The first lot, which is over: two of three second verdicts agreed.
  for (const n of [0, 1, 2]) approve(at(n), n === 1 ? people.manager : people.supervisor, 1000 - n, 0, null);
  const sample = [3, 4, 5].map((n) =>
    approve(at(n), n === 4 ? people.manager : people.supervisor, 990 - n, 0, 'random'),
  );
  for (const [i, draw] of sample.entries()) second(draw, 900 - i, i !== 2);
  // What was sent back is mended, and always judged twice.
  work.editRecord(log, at(5), by(people.editor, 60), { geometry: orchard(1, 1, [72, 58]) });
  // The lot that draws now: one that was sent back and two of the sample wait for a second approval.
  for (const n of [6, 7]) approve(at(n), people.supervisor, 58 - n, 1, null);
  for (const n of [8, 9]) approve(at(n), people.supervisor, 50 - n, 1, 'random');
  approve(at(5), people.supervisor, 40, 1, 'returned');
  work.editRecord(log, at(0), by(people.regional, 39), { geometry: orchard(0, 0, [104, 78], 22) });
  work.editRecord(log, at(1), by(people.editor, 38), { value: { kind: 'پسته', trees: 96, note: 'درختان گردو برداشته شد.' } }); // biome-ignore format: one line
  work.removeRecord(log, at(2), by(people.regional, 37));
  return draws;
}

/** A seed that draws as the records were judged. */
function findSeed(draws: readonly Draw[], share: number): string {
  for (let n = 0; ; n++) {
    const seed = n.toString(16).padStart(16, '0');
    const fits = ({ record, version, because }: Draw) =>
      because === 'returned' || drawOf({ seed, share }, { id: record.id, version }, false) === because;
    if (draws.every(fits)) return seed;
  }
}

async function writeLots(engine: Engine, layer: number, draws: readonly Draw[], account: number, now: Date) {
  for (const [lot, { share, ago }] of LOTS.entries()) {
    const own = draws.filter((draw) => draw.lot === lot);
    const audit = await setAudit(engine.db, layer, share, account, new Date(now.getTime() - ago * HOUR_MS), findSeed(own, share)); // biome-ignore format: one call
    for (const { record, reviewer, because, at, second } of own)
      await sql`
        insert into review_draw (layer_id, record_id, reviewer_id, audit_id, because, at, second_id, agreed)
          values (${layer}::int, ${record.id}::bigint, ${reviewer}::int, ${audit}::int, ${because}::text, ${at}::timestamptz,
            ${second?.by ?? null}::int, ${second?.agreed ?? null}::boolean)`.execute(engine.db);
  }
}

/** Three supervised layers with work of every kind. Returns their ids, those of them that have a place, and what was done on them. */
export async function createReviews(
  engine: Engine,
  { customer, owner, roles, created }: Pick<DemoBase, 'customer' | 'owner' | 'roles' | 'created'>,
  people: DemoPeople,
  now: Date,
): Promise<{ layers: number[]; placed: number[]; log: work.RecordWork }> {
  const create = async (definition: (typeof LAYERS)[keyof typeof LAYERS]): Promise<work.WorkLayer> => {
    const id = await make.createLayer(engine, { customer, owner, ...definition, records: [] });
    await engine.db.updateTable('layer').set({ created }).where('id', '=', id).execute();
    await permitLayer(engine, roles, id);
    return { id, label: definition.label, type: definition.type, form: definition.form, supervised: true };
  };
  const minutes = await create(LAYERS.minutes);
  const hydrants = await create(LAYERS.hydrants);
  const orchards = await create(LAYERS.orchards);
  const log = work.createRecordWork();
  const by = (account: number, hours: number) => ({ account, at: new Date(now.getTime() - hours * HOUR_MS) });
  const scene: Scene = { log, people, by };
  playTable(scene, minutes);
  playPoints(scene, hydrants);
  const draws = playOrchards(scene, orchards);
  log.steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  await work.writeRecordWork(engine, log);
  await writeLots(engine, orchards.id, draws, people.manager, now);
  return { layers: [minutes.id, hydrants.id, orchards.id], placed: [hydrants.id, orchards.id], log };
}
