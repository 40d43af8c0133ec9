// Row: a queue of 100,000 waiting records beside one of 100: opened in each order and by kind, its next page, its people, and the step to a record.
import { sql } from 'kysely';
import * as make from '../../../backend/seed/builders';
import { createWorld, FORM, type TestWorld } from '../../../testing/world';
import { typical } from '../../load';
import { atMost, type Line, ms } from '../../report';

const [FEW, MANY] = [100, 100_000];
const REPEATS = 9;
const PAGE = 100;
/** What a reviewer takes for at once. */
const LIMIT_MS = 150;

/** A supervised layer in which so many records of an editor wait. */
async function fill(w: TestWorld, count: number): Promise<number> {
  const { db } = w.engine;
  const { id: editor } = await db.selectFrom('account').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow(); // biome-ignore format: one query
  const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: `${count}`, type: 1, form: FORM, config: { supervised: true }, records: [] }); // biome-ignore format: one call
  await sql`
    insert into record (layer_id, status, geom, value, search, authors, creator_id, created)
      select ${layer}::int, 1, st_setsrid(st_makepoint(50 + (i % 1000) / 200.0, 32 + (i / 1000) / 40.0), 4326), jsonb_build_object('name', 'r' || i), '',
          ${JSON.stringify([editor])}::jsonb, ${editor}::int, now() - i * interval '1 minute' from generate_series(1, ${count}::int) i`.execute(
    db,
  );
  await sql`update layer set record_count = ${count}::int where id = ${layer}::int`.execute(db);
  await sql`analyze record`.execute(db);
  return layer;
}

const LINES = [
  ['open', 'a queue opens'],
  ['page', 'its next page'],
  ['kind', 'it opens by a kind that none has'],
  ['field', 'it opens in the order of a field'],
  ['fieldPage', 'its next page in that order'],
  ['person', 'it opens by person'],
  ['people', 'whose work it is'],
  ['step', 'the step to a record'],
] as const;

export async function* run(): AsyncGenerator<Line> {
  const w = await createWorld();
  try {
    const figures: Record<(typeof LINES)[number][0], number>[] = [];
    for (const count of [FEW, MANY]) {
      const layer = await fill(w, count);
      const read = async (path: string) => {
        const { status, body } = await w.call('super', 'GET', `/api/supervision/${path}`);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
        return body;
      };
      const opened = `queue/?layer=${layer}&limit=${PAGE}`;
      const first = await read(`queue/?layer=${layer}&limit=${PAGE / 2}`);
      const byField = await read(`${opened}&order=value__name`);
      figures.push({
        open: await typical(REPEATS, () => read(opened)),
        page: await typical(REPEATS, () => read(`${opened}&after=${first.next}`)),
        kind: await typical(REPEATS, () => read(`${opened}&kind=shape`)),
        field: await typical(REPEATS, () => read(`${opened}&order=value__name`)),
        fieldPage: await typical(REPEATS, () => read(`${opened}&order=value__name${byField.next ? `&after=${byField.next}` : ''}`)), // biome-ignore format: one call
        person: await typical(REPEATS, () => read(`${opened}&order=person`)),
        people: await typical(REPEATS, () => read(`people/?layer=${layer}`)),
        step: await typical(REPEATS, (i) => read(`${first.results[(i + 1) % first.results.length].id}/`)),
      });
    }
    const [few, many] = figures as [(typeof figures)[0], (typeof figures)[0]];
    for (const [what, name] of LINES) {
      const line = { name: `${name}, ${MANY} wait`, value: ms(many[what]) };
      // What reads all of the queue grows with it.
      if (what === 'open' || what === 'page' || what === 'step')
        yield { ...line, beside: `${FEW} wait: ${ms(few[what])}`, ratio: many[what] / few[what], target: atMost(3) };
      yield { ...line, beside: `limit ${ms(LIMIT_MS)}`, ratio: many[what] / LIMIT_MS, target: atMost(1) };
    }
  } finally {
    await w.close();
  }
}
