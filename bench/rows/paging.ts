// Row: any page of a sorted table, beside its first page and beside plain OFFSET.
import { sql } from 'kysely';
import { find, type LayerRow } from '../../backend/areas/layers/store';
import { getPageIds } from '../../backend/areas/records/record-page';
import { sortOf } from '../../backend/areas/records/rules';
import { findByIds } from '../../backend/areas/records/store';
import { timed, typical } from '../load';
import { atMost, type Line, ms } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';

const LIMIT = 25;
const REPEATS = 5;

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'a page of a table', value: '', beside: NO_POSTGRES };
  const { id, table, rows } = await stage.points(stage.rows);
  const { engine } = side;
  const caller = { id: side.account, customer: side.world.ids.customer, superuser: true } as Parameters<typeof find>[1];
  const layer = (await find(engine.db, caller, id)) as LayerRow;
  const deep = Math.floor(rows * 0.9) + 500;
  const where = sql`n.deleted_at is null`;

  for (const { order, said, plain } of [
    { order: 'value__amount', said: 'number, up', plain: sql`((value->>'amount')::float8), id` },
    { order: '-value__amount', said: 'number, down', plain: sql`((value->>'amount')::float8) desc, id desc` },
    { order: 'value__name', said: 'Persian text, up', plain: sql`((value->>'name') collate "fa-x-icu"), id` },
  ]) {
    const sort = sortOf(layer.config.form, order);
    const ids = (offset: number) =>
      getPageIds({ engine, layer, sort, where, filterKey: 'bench', limit: LIMIT, offset });
    const page = async (offset: number) => {
      if ((await findByIds(engine.db, id, await ids(offset))).length !== LIMIT) throw new Error('the page is not full');
    };
    const indexed = await timed(() => page(0));
    const first = await typical(REPEATS, () => page(0));
    const anchored = await timed(() => page(deep));
    const any = await typical(REPEATS, (i) => page(deep + i * 25));
    const offset = await typical(2, () =>
      sql`select id, value from ${sql.table(table)} where deleted_at is null order by ${plain} limit ${LIMIT} offset ${deep}::int`.execute(
        engine.db,
      ),
    );
    const name = `page at ${deep} of ${rows}, by ${said}`;
    yield { name, value: ms(any), beside: `page 1: ${ms(first)}`, ratio: any / first, target: atMost(5) };
    yield { name, value: ms(any), beside: `plain OFFSET: ${ms(offset)}`, ratio: any / offset, target: atMost(0.1) };
    const [found1, foundDeep] = [await typical(REPEATS, () => ids(0)), await typical(REPEATS, () => ids(deep))];
    yield { name: `of it: finding the 25 ids, by ${said}`, value: ms(foundDeep), beside: `page 1: ${ms(found1)}`, ratio: foundDeep / found1 }; // biome-ignore format: one line
    yield {
      name: `the first deep page after a change of the layer, by ${said}`,
      value: ms(anchored),
      beside: `the first sort by this field, with its index: ${ms(indexed)}`,
    };
  }
}
