// Row: what a person waits for who opens the numbers of a column, or chooses all records of a layer, beside one page of the same layer.
import { sql } from 'kysely';
import * as make from '../../backend/seed/builders';
import { createWorld, type TestWorld } from '../../testing/world';
import { FORM, points } from '../data';
import { typical } from '../load';
import { atMost, type Line, ms } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';

const RECORDS = 135_000;
const REPEATS = 5;
const CALCULATIONS = ['count', 'sum', 'avg', 'min', 'max'];

async function* measured({ engine, call, ids }: TestWorld, name: string): AsyncGenerator<Line> {
  const account = await engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow(); // biome-ignore format: one query
  const layer = await make.createLayer(engine, { customer: ids.customer, owner: account.id, label: 'columns', type: 1, form: FORM, records: points(RECORDS) }); // biome-ignore format: one layer
  const ask = async (path: string) => {
    const { status } = await call('super', 'GET', `/api/layerdata/${path}`);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  const page = await typical(REPEATS, () => ask(`?layer=${layer}&limit=25`));
  const allIds = await typical(REPEATS, () => ask(`get_ids/?layer=${layer}`));
  const changed = () => sql`update layer set rev = rev + 1 where id = ${layer}::int`.execute(engine.db);
  const column = (types: readonly string[]) => async () => {
    // Nothing is answered from memory.
    await changed();
    for (const type of types) await ask(`${layer}/calc_${type}/?field=amount`);
  };
  const one = await typical(REPEATS, column(['sum']));
  const all = await typical(REPEATS, column(CALCULATIONS));
  yield {
    name: `${name}: the five numbers of a column of ${RECORDS} records`,
    value: ms(all),
    beside: `one of them: ${ms(one)}`,
    ratio: all / one,
    target: atMost(1.5),
  };
  yield {
    name: `${name}: all ids of ${RECORDS} records`,
    value: ms(allIds),
    beside: `a page of 25: ${ms(page)}`,
    ratio: allIds / page,
  };
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (side) yield* measured(side.world, 'server engine');
  else yield { name: 'columns', value: '', beside: NO_POSTGRES };
  const world = await createWorld('embedded', { accessSeconds: 86_400 });
  stage.ends(() => world.close());
  yield* measured(world, 'embedded engine');
}
