// Row: a queue of 100,000 waiting records beside one of 100: opened, its next page, and the step to a record.
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
  await sql`analyze record`.execute(db);
  return layer;
}

export async function* run(): AsyncGenerator<Line> {
  const w = await createWorld();
  try {
    const figures: Record<'open' | 'page' | 'step', number>[] = [];
    for (const count of [FEW, MANY]) {
      const layer = await fill(w, count);
      const read = async (path: string) => {
        const { status, body } = await w.call('super', 'GET', `/api/supervision/${path}`);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
        return body;
      };
      const first = await read(`queue/?layer=${layer}&limit=${PAGE / 2}`);
      figures.push({
        open: await typical(REPEATS, () => read(`queue/?layer=${layer}&limit=${PAGE}`)),
        page: await typical(REPEATS, () => read(`queue/?layer=${layer}&limit=${PAGE}&after=${first.next}`)),
        step: await typical(REPEATS, (i) => read(`${first.results[i % first.results.length].id}/`)),
      });
    }
    const [few, many] = figures as [(typeof figures)[0], (typeof figures)[0]];
    for (const [what, name] of [['open', 'a queue opens'], ['page', 'its next page'], ['step', 'the step to a record']] as const) // biome-ignore format: three rows
      yield { name: `${name}, ${MANY} wait`, value: ms(many[what]), beside: `${FEW} wait: ${ms(few[what])}`, ratio: many[what] / few[what], target: atMost(3) }; // biome-ignore format: one line
    for (const [what, name] of [['open', 'a queue opens'], ['step', 'the step to a record']] as const)
      yield { name: `${name}, ${MANY} wait`, value: ms(many[what]), beside: `limit ${ms(LIMIT_MS)}`, ratio: many[what] / LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
  } finally {
    await w.close();
  }
}
