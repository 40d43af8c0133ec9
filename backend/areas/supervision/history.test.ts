// Random work of six people in two layers against a model of their rights and states, on both engines. HISTORY_STEPS asks for a long run.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const STEPS = Number(process.env.HISTORY_STEPS ?? 120);
const SEED = Number(process.env.HISTORY_SEED ?? 7);
/** May add and edit; may judge; may give second approvals. */
const PEOPLE = {
  editor: [true, false, false],
  worker: [true, false, false],
  first: [true, true, false],
  reviewer: [false, true, false],
  second: [true, true, true],
  super: [true, true, false],
} as const;
type Who = keyof typeof PEOPLE;
const WHO = Object.keys(PEOPLE) as Who[];

/** A record as the model knows it. An edit beside an approved record is `edit`. */
interface Model {
  layer: 0 | 1;
  creator: Who;
  state: 'waiting' | 'first' | 'approved' | 'returned' | 'rejected';
  authors: Who[];
  workers: Set<Who>;
  by: Who | null;
  edit: { authors: Who[]; by: Who | null; returned: boolean; deletion: boolean; change: boolean } | null;
  /** The record before its last step, where that was an approval of `who`. */
  undo: { who: Who; was: Omit<Model, 'undo'> } | null;
  deleted: boolean;
}

const toEnd = (all: readonly Who[], one: Who) => [...all.filter((other) => other !== one), one];
const copy = ({ undo: _, ...m }: Model): Omit<Model, 'undo'> => structuredClone(m);

/** What a step makes of a record; false where it is refused and nothing changes. */
function step(m: Model, act: string, who: Who): boolean {
  const [mayWork, mayJudge, maySecond] = PEOPLE[who];
  const needsTwo = m.layer === 1;
  // Who judges nothing sees what is approved, and the own work.
  if (!mayJudge && m.state !== 'approved' && m.creator !== who && !m.authors.includes(who)) return false;
  const restart = (authors: Who[], part: Partial<NonNullable<Model['edit']>>) => {
    m.edit = { deletion: false, change: m.edit?.change ?? false, ...part, authors: toEnd(authors, who), by: null, returned: false }; // biome-ignore format: one row
  };
  if (act === 'edit' || act === 'delete') {
    if (!mayWork || (act === 'edit' && m.state === 'rejected')) return false;
    m.undo = null;
    if (m.state !== 'approved') {
      if (act === 'delete') m.deleted = true;
      else Object.assign(m, { state: 'waiting', by: null, authors: toEnd(m.authors, who) });
    } else if (act === 'edit') restart(m.edit?.authors ?? [], { change: true });
    else if (!(m.edit?.deletion && !m.edit.returned && m.edit.authors.at(-1) === who)) restart(m.edit?.authors ?? [], { deletion: true }); // biome-ignore format: one row
    m.workers.add(who);
    return true;
  }
  if (!mayJudge) return false;
  if (act === 'undo') {
    if (m.undo?.who !== who) return false;
    Object.assign(m, m.undo.was, { undo: null });
    return true;
  }
  if (act === 'reopen') {
    const isEdit = m.state === 'approved' && m.edit !== null;
    if (isEdit ? !m.edit?.returned : !['approved', 'returned', 'rejected'].includes(m.state)) return false;
    const authors = isEdit ? (m.edit?.authors ?? []) : m.state === 'approved' ? [...m.workers] : m.authors;
    if (authors.includes(who)) return false;
    m.undo = null;
    if (isEdit && m.edit) m.edit.returned = false;
    else Object.assign(m, { state: 'waiting', by: null, authors });
    return true;
  }
  const { edit } = m;
  const work = m.state === 'approved' ? edit : ['waiting', 'first'].includes(m.state) ? m : null;
  if (!work || edit?.returned || work.authors.includes(who)) return false;
  const was = copy(m);
  if (act === 'approve') {
    if (needsTwo && work.by === null) {
      work.by = who;
      if (!edit) m.state = 'first';
    } else {
      if (needsTwo && (!maySecond || work.by === who)) return false;
      if (edit?.deletion) m.deleted = true;
      Object.assign(m, { state: 'approved', by: null, edit: null });
    }
    m.undo = { who, was };
    return true;
  }
  m.undo = null;
  if (!edit) Object.assign(m, { state: act === 'return' ? 'returned' : 'rejected', by: null });
  else if (act === 'reject') m.edit = null;
  else Object.assign(edit, { returned: true, by: null });
  return true;
}

const isWaiting = (m: Model) =>
  !m.deleted &&
  (m.state === 'waiting' || m.state === 'first' || (m.state === 'approved' && m.edit !== null && !m.edit.returned));
const STATUS = { waiting: 1, first: 2, approved: 3, returned: 4, rejected: 5 };

/** Numbers from 0 to below 1 that are the same for a seed. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.each(ONE_ENGINE)('any history of work on the %s engine', (kind) => {
  let w: TestWorld;
  const layers: number[] = [];
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    const { engine } = w;
    for (const second_approval of [false, true])
      layers.push(await make.createLayer(engine, { customer, owner: 1, label: 'x', type: 0, form: FORM, config: { supervised: true, second_approval }, records: [] })); // biome-ignore format: one call
    for (const who of WHO.filter((one) => one !== 'super')) {
      const [mayWork, mayJudge, maySecond] = PEOPLE[who];
      const role = await make.createRole(engine, customer, who, [4, 10], maySecond ? ['second_approval'] : []);
      for (const of of layers) await make.createPermission(engine, role, of, { add: mayWork, edit: mayWork, delete: mayWork, approve: mayJudge }); // biome-ignore format: one call
      if (who === 'editor') {
        await sql`insert into account_role (account_id, role_id) select id, ${role}::int from account where username = 'editor'`.execute(
          engine.db,
        );
      } else await make.createPerson(engine, customer, { username: who, password: PASSWORD, roles: [role] });
    }
  });
  afterAll(() => w.close());

  it(`is what the model says, over ${STEPS} steps`, async () => {
    const random = randomFrom(SEED);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const models = new Map<number, Model>();
    const judged = { done: 0, refused: 0 };
    for (let i = 0; i < STEPS; i++) {
      const who = pick(WHO);
      const alive = [...models].filter(([, m]) => !m.deleted);
      const place = random() < 0.5 ? 0 : 1;
      if (alive.length < 4 || random() < 0.08) {
        const created = await w.call(who, 'POST', '/api/layerdata/', { layer: layers[place], value: { name: 'x' }, geometry: null }); // biome-ignore format: one call
        expect(created.status < 300).toBe(PEOPLE[who][0]);
        if (created.status < 300) expect((await w.call(who, 'GET', `/api/layerdata/${created.body.id}/`)).body).toEqual(created.body); // biome-ignore format: one row
        if (created.status < 300) models.set(created.body.id, { layer: place, creator: who, state: 'waiting', authors: [who], workers: new Set([who]), by: null, edit: null, undo: null, deleted: false }); // biome-ignore format: one row
        continue;
      }
      // What a verdict has deleted is there again for whoever takes the verdict back.
      const deleted = [...models].filter(([, m]) => m.deleted && m.undo !== null);
      const isGone = deleted.length > 0 && random() < 0.1;
      const [record, model] = pick(isGone ? deleted : alive);
      const act = isGone
        ? 'undo'
        : pick(['edit', 'edit', 'approve', 'approve', 'approve', 'return', 'reject', 'reopen', 'undo', 'delete']);
      const path = act === 'edit' || act === 'delete' ? `layerdata/${record}/` : ['reopen', 'undo'].includes(act) ? `supervision/${record}/${act}/` : `supervision/${record}/`; // biome-ignore format: one row
      const method = act === 'delete' ? 'DELETE' : ['reopen', 'undo'].includes(act) ? 'POST' : 'PUT';
      const body = { edit: { value: { name: `n${i}` } }, delete: undefined, undo: undefined, reopen: { reason: 'r' } }[act as 'edit'] ?? (['delete', 'undo'].includes(act) ? undefined : { action: act, reason: 'r' }); // biome-ignore format: one row
      const before = JSON.stringify({ ...copy(model), workers: [...model.workers] });
      const isDone = step(model, act, who);
      const { status, body: answer } = await w.call(who, method, `/api/${path}`, body);
      const line = `step ${i}: ${who} ${act} ${before} ${answer.detail ?? ''}`;
      expect([line, status < 300]).toEqual([line, isDone]);
      judged[isDone ? 'done' : 'refused']++;
      if (model.deleted) continue;
      // Whoever did it has the record as a call that reads it gives it.
      if (isDone && act !== 'delete') expect((await w.call(who, 'GET', `/api/layerdata/${record}/`)).body, line).toEqual(answer); // biome-ignore format: one row
      const now = (await w.call('super', 'GET', `/api/layerdata/${record}/`)).body;
      expect([line, now.status.id, now.unconfiremed_value !== null]).toEqual([line, STATUS[model.state], model.edit !== null]); // biome-ignore format: one row
    }
    const queue = await w.call('super', 'GET', '/api/supervision/queue/?limit=200');
    const expected = [...models].flatMap(([record, m]) => (isWaiting(m) ? [record] : []));
    expect(queue.body.results.map((row: { id: number }) => row.id).sort()).toEqual(expected.sort());
    expect(Math.min(judged.done, judged.refused)).toBeGreaterThan(STEPS / 10);
    // Every return, rejection and reopening has its reason.
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from record_log where action in ('return', 'reject', 'reopen') and reason is null`.execute(w.engine.db); // biome-ignore format: one query
    expect(rows[0]?.n).toBe(0);
  });
});
