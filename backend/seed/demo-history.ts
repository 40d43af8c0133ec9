// Three months of work on the demo's layers: who made, changed, deleted, judged what and when, up to the moment of the seed.
import { dayAt } from '../../contract/dates';
import type { Values } from '../../contract/schemas/form';
import { STATUS } from '../../contract/schemas/record';
import { createFacilities, NOTES, STATES } from './demo-facilities';
import { createStations } from './demo-field';
import type { DemoPeople } from './demo-people';
import { CROPS, createPlots, WATERING } from './demo-plots';
import { type Chance, createChance } from './random';
import * as work from './record-work';
import { workingMoments } from './working-hours';

/** Days of history before the seed. */
export const HISTORY_DAYS = 91;
const [FACILITIES, FIRST_FACILITIES] = [300, 150];
const STATIONS = 90;
/** Steps that begin at a moment of their own; verdicts on deletions have a second one. */
const [STEPS, STEPS_TODAY] = [1250, 45];
/** At the end of the history nobody judges: what the inbox shows. */
const UNJUDGED_STEPS = 90;
const DAY_MS = 86_400_000;

const RETURNS = [
  'مرز شمالی با تصویر هوایی نمی‌خواند؛ دوباره برداشت شود.',
  'نوع کشت با گزارش بازدید یکی نیست.',
  'مساحت را پس از اصلاح گوشه‌ها دوباره وارد کنید.',
  'تاریخ کشت نوشته نشده است.',
];
const REJECTIONS = [
  'این قطعه پیش‌تر با کد دیگری ثبت شده است.',
  'بیرون از محدوده طرح است.',
  'سند بازدید پیوست نشده است.',
];
const DELETION_REFUSALS = ['قطعه هنوز زیر کشت است و می‌ماند.', 'برای حذف، نامه شهرستان لازم است.'];

export interface HistoryLayers {
  facilities: work.WorkLayer;
  plots: work.WorkLayer;
  stations: work.WorkLayer;
}
type Draft = ReturnType<typeof createPlots>[number];

interface Play {
  log: work.RecordWork;
  chance: Chance;
  people: DemoPeople;
  layers: HistoryLayers;
  /** What is yet to be made, the next one at the end. */
  drafts: {
    facilities: ReturnType<typeof createFacilities>;
    stations: ReturnType<typeof createStations>;
    plots: Draft[];
  };
  /** The later shape of a plot. */
  surveys: Map<work.WorkRecord, Draft['surveyed']>;
}

const recordsOf = ({ log }: Play, layer: work.WorkLayer, matches: (record: work.WorkRecord) => boolean) =>
  log.records.filter((record) => record.layer === layer && matches(record));
const isAlive = ({ deletedAt }: work.WorkRecord) => deletedAt === null;

/** What is built is opened one day; what works is repaired or closed for a while, and works again. */
function nextState(chance: Chance, { state }: Values, at: Date): Values {
  const [working, building, repaired, closed] = STATES;
  if (state === building) return { state: working, opened: dayAt(at) };
  return { state: state === working ? chance.pick([repaired, repaired, closed]) : working };
}

function changeFacility({ chance }: Play, { value }: work.WorkRecord, at: Date): Values {
  return chance.weighted<() => Values>([
    [() => nextState(chance, value, at), 3],
    [() => ({ capacity: Math.round((Number(value.capacity) * chance.int(9, 13)) / 100) * 10 }), 3],
    [() => ({ visited: at.toISOString(), note: chance.pick(NOTES) }), 5],
    [() => ({ open_at_night: value.open_at_night !== true }), 1],
  ])();
}

const changeStation = ({ chance }: Play, { value }: work.WorkRecord): Values => ({
  depth: Math.round((Number(value.depth) * chance.int(90, 112)) / 10) / 10,
  active: chance.is(0.85),
  note: chance.pick(NOTES),
});

/** A step on the facilities or the stations: something new, a change, a deletion, or what was deleted comes back. */
function stepOpenLayer(play: Play, key: 'facilities' | 'stations', at: Date): void {
  const { log, chance, people } = play;
  const layer = play.layers[key];
  const change = key === 'facilities' ? changeFacility : changeStation;
  const account =
    key === 'facilities'
      ? chance.weighted([[people.editor, 8], [people.regional, 6], [people.manager, 4], [people.superuser, 2]]) // biome-ignore format: a table
      : chance.weighted([[people.regional, 6], [people.editor, 4], [people.manager, 1]]); // biome-ignore format: a table
  const by = { account, at };
  const alive = recordsOf(play, layer, isAlive);
  const deleted = recordsOf(play, layer, (record) => !isAlive(record));
  const draft = chance.is(key === 'facilities' ? 0.3 : 0.55) && play.drafts[key].pop();
  if (draft) {
    const visited = key === 'facilities' ? { visited: at.toISOString() } : { visited: at.toISOString().slice(0, 10) };
    work.createRecord(log, layer, by, { ...draft, value: { ...draft.value, ...visited } });
  } else if (alive.length > 20 && chance.is(0.07)) work.removeRecord(log, chance.pick(alive), by);
  else if (deleted.length > 8 && chance.is(0.3)) work.restoreRecord(log, chance.pick(deleted), by);
  else if (alive.length) {
    const record = chance.pick(alive);
    work.editRecord(log, record, by, { value: change(play, record, at) });
  }
}

/** A verdict on the work that has waited longest; false where nothing waits for this judge. */
function judgeOldest(play: Play, by: work.By): boolean {
  const { log, chance, layers } = play;
  const waiting = recordsOf(play, layers.plots, (record) => work.isJudgeable(record, by.account));
  const [record] = waiting.sort((a, b) => a.modified.getTime() - b.modified.getTime());
  if (!record) return false;
  const isDeletion = record.standing.waiting?.deletion === true;
  const action = chance.weighted<'approve' | 'return' | 'reject'>([['approve', 76], ['return', 14], ['reject', 10]]); // biome-ignore format: a table
  const reasons = isDeletion ? DELETION_REFUSALS : action === 'return' ? RETURNS : REJECTIONS;
  work.judgeRecord(log, record, by, action, action === 'approve' ? undefined : chance.pick(reasons));
  return true;
}

const isReturned = ({ standing }: work.WorkRecord) =>
  standing.status === STATUS.returned || standing.waiting?.returned !== undefined;

/** A change that is asked for: another crop, another way of watering, or the shape of a later survey. */
function editPlot(play: Play, record: work.WorkRecord, by: work.By): void {
  const { chance, log, surveys } = play;
  const geometry = surveys.get(record);
  if (geometry && chance.is(0.4)) {
    surveys.delete(record);
    work.editRecord(log, record, by, { geometry, value: { area: Math.round(Number(record.value.area) * 94) / 100 } });
  } else
    work.editRecord(log, record, by, {
      value: chance.is(0.5)
        ? { crop: chance.pick(CROPS), note: chance.pick(NOTES) }
        : { watering: chance.pick(WATERING), insured: chance.is(0.6) },
    });
}

/** A step of authors on the plots: something new, an edit of what is approved or was sent back, or a deletion asked for. */
function stepPlots(play: Play, at: Date, isJudged: boolean): void {
  const { log, chance, people, layers } = play;
  const judge = chance.weighted([[people.supervisor, 7], [people.manager, 3]]); // biome-ignore format: a table
  if (isJudged && chance.is(0.48) && judgeOldest(play, { account: judge, at })) return;
  const by = { account: chance.weighted([[people.regional, 5], [people.editor, 4]]), at }; // biome-ignore format: a table
  const [sentBack] = recordsOf(
    play,
    layers.plots,
    (r) => isReturned(r) && work.isEditable(r) && r.creator === by.account,
  );
  if (sentBack && isJudged && chance.is(0.08)) {
    editPlot(play, sentBack, by);
    return;
  }
  const draft = chance.is(0.5) && play.drafts.plots.pop();
  if (draft) {
    const { surveyed, ...data } = draft;
    const record = work.createRecord(log, layers.plots, by, data);
    play.surveys.set(record, surveyed);
    return;
  }
  const approved = recordsOf(
    play,
    layers.plots,
    (r) => isAlive(r) && r.standing.status === STATUS.approved && r.standing.waiting === null,
  );
  if (approved.length === 0) return;
  const record = chance.pick(approved);
  if (chance.is(0.2)) work.removeRecord(log, record, by);
  else editPlot(play, record, by);
}

/** Plays the history in memory. */
export function playHistory(layers: HistoryLayers, people: DemoPeople, now: Date): work.RecordWork {
  const chance = createChance(1404);
  const year = now.getUTCFullYear();
  const play: Play = {
    log: work.createRecordWork(),
    chance,
    people,
    layers,
    drafts: {
      facilities: createFacilities(chance, FACILITIES, year),
      stations: createStations(chance, STATIONS),
      plots: createPlots(chance, year).reverse(),
    },
    surveys: new Map(),
  };
  const beginning = now.getTime() - (HISTORY_DAYS + 1) * DAY_MS;
  for (const draft of play.drafts.facilities.splice(0, FIRST_FACILITIES))
    work.stockRecord(play.log, layers.facilities, { account: people.manager, at: new Date(beginning) }, draft);
  const moments = workingMoments(chance, now, HISTORY_DAYS, STEPS, STEPS_TODAY);
  for (const [i, at] of moments.entries()) {
    const subject = chance.weighted([['facilities', 5], ['stations', 2], ['plots', 3]] as const); // biome-ignore format: a table
    if (subject === 'plots') stepPlots(play, at, i < STEPS - UNJUDGED_STEPS);
    else stepOpenLayer(play, subject, at);
  }
  return play.log;
}
