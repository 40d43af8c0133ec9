// Row: each question of statistics beside the bare SQL that answers it, and a dashboard of twelve widgets beside its slowest one.
import { sql } from 'kysely';
import * as make from '../../../backend/seed/builders';
import type { StatisticsQuery } from '../../../contract/schemas/dashboard';
import { createWorld, type TestWorld } from '../../../testing/world';
import { FORM, points } from '../../data';
import { typical } from '../../load';
import { atMost, type Line, ms } from '../../report';
import { NO_POSTGRES, type Stage } from '../../stage';

const REPEATS = 5;
const WIDGETS = 12;

interface Question {
  name: string;
  body: Omit<StatisticsQuery, 'layer'>;
  /** What somebody would write who knows the table; `t` stands for it. */
  bare: string;
}
const AMOUNT = "(value->>'amount')::float8";
const QUESTIONS: Question[] = [
  {
    name: 'count by kind',
    body: { group_by: { field: 'kind' } },
    bare: "select value->>'kind', count(*) from t where deleted_at is null group by 1 order by 2 desc limit 100",
  },
  {
    name: 'sum and mean by kind',
    body: { group_by: { field: 'kind' }, measures: [{ type: 'sum', field: 'amount' }, { type: 'avg', field: 'amount' }] }, // biome-ignore format: one question
    bare: `select value->>'kind', count(*), sum(${AMOUNT}), avg(${AMOUNT}) from t where deleted_at is null group by 1 order by 2 desc limit 100`,
  },
  {
    name: 'median and 90th percentile by kind',
    body: { group_by: { field: 'kind' }, measures: [{ type: 'median', field: 'amount' }, { type: 'p90', field: 'amount' }] }, // biome-ignore format: one question
    bare: `select value->>'kind', count(*), percentile_cont(0.5) within group (order by ${AMOUNT}), percentile_cont(0.9) within group (order by ${AMOUNT}) from t where deleted_at is null group by 1 order by 2 desc limit 100`,
  },
  {
    name: 'count by month',
    body: { group_by: { field: 'visited', period: 'month' }, sort_by: 'key' },
    // A month of the other calendar: the database knows no Jalali one.
    bare: "select date_trunc('month', (value->>'visited')::date), count(*) from t where deleted_at is null group by 1 order by 1 desc limit 100",
  },
  {
    name: 'count by kind of a tenth of the records',
    body: { group_by: { field: 'kind' }, query: { field: 'amount', is: 'lt', value: 10_000 } },
    bare: `select value->>'kind', count(*) from t where deleted_at is null and ${AMOUNT} < 10000 group by 1 order by 2 desc limit 100`,
  },
  {
    name: 'count by creator',
    body: { group_by: { column: 'creator' } },
    bare: 'select creator_id, count(*) from t where deleted_at is null group by 1 order by 2 desc limit 100',
  },
];

/** A question of a layer that counts as changed: nothing is answered from memory. */
async function askChanged({ engine, call }: TestWorld, layer: number, body: Question['body']): Promise<void> {
  await sql`update layer set rev = rev + 1 where id = ${layer}`.execute(engine.db);
  const { status, body: answer } = await call('super', 'POST', '/api/report/statistics/', { ...body, layer });
  if (status !== 200) throw new Error(`statistics: ${status} ${JSON.stringify(answer)}`);
}

/** The built-in engine beside the server, with the same questions of as many records. */
async function* embedded(stage: Stage, server: TestWorld): AsyncGenerator<Line> {
  const there = await stage.points(stage.embeddedRows);
  const w = await createWorld('embedded');
  stage.ends(() => w.close());
  const here = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'points', type: 1, form: FORM, records: points(stage.embeddedRows) }); // biome-ignore format: one line
  for (const { name, body } of QUESTIONS) {
    const other = await typical(REPEATS, () => askChanged(server, there.id, body));
    const own = await typical(REPEATS, () => askChanged(w, here, body));
    yield {
      name: `statistics, embedded engine: ${name}, ${stage.embeddedRows} records`,
      value: ms(own),
      beside: `server engine: ${ms(other)}`,
      ratio: own / other,
      target: atMost(3),
    };
  }
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'statistics', value: '', beside: NO_POSTGRES };
  const layer = await stage.points(stage.rows);
  const { db } = side.engine;
  const times: number[] = [];
  for (const { name, body, bare } of QUESTIONS) {
    const statement = sql.raw(bare.replace(' from t ', ` from "${layer.table}" `));
    // On one core, as every statement is run that somebody waits for.
    const plain = await db.connection().execute(async (one) => {
      await sql`set max_parallel_workers_per_gather = 0`.execute(one);
      return typical(REPEATS, () => statement.execute(one)).finally(() =>
        sql`reset max_parallel_workers_per_gather`.execute(one),
      );
    });
    const own = await typical(REPEATS, () => askChanged(side.world, layer.id, body));
    times.push(own);
    yield {
      name: `statistics: ${name}, ${stage.rows} records`,
      value: ms(own),
      beside: `bare SQL on one core: ${ms(plain)}`,
      ratio: own / plain,
      target: atMost(1.2),
    };
  }
  const slowest = Math.max(...times);
  const board = await typical(REPEATS, async () => {
    await sql`update layer set rev = rev + 1 where id = ${layer.id}`.execute(db);
    const questions = Array.from({ length: WIDGETS }, (_, i) => ({
      ...(QUESTIONS[i % QUESTIONS.length] as Question).body,
      layer: layer.id,
    }));
    const { body } = await side.world.call('super', 'POST', '/api/report/batch/', { questions });
    const { answers } = body;
    if (answers.some(({ status }: { status: number }) => status !== 200)) throw new Error('a widget was refused');
  });
  yield {
    name: `a dashboard of ${WIDGETS} widgets, ${stage.rows} records`,
    value: ms(board),
    beside: `its slowest widget: ${ms(slowest)}`,
    ratio: board / slowest,
    target: atMost(2),
  };
  yield* embedded(stage, side.world);
}
