// Shared lists of choices: kept once, and copied into every form that has them.
import { type RawBuilder, sql } from 'kysely';
import type { ChoiceList } from '../../../contract/endpoints/values/choice-lists';
import { choicesProblem } from '../../../contract/fields/choice';
import { listChoices } from '../../../contract/form/list-choices';
import type { Choice, Field } from '../../../contract/schemas/form';
import type { LayerConfig } from '../../../contract/schemas/layer';
import { type Db, holdsWords } from '../../db/engine';
import type { Ctx, World } from '../../http/context';
import { notFound, Refusal } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import type { FormOrder } from '../jobs/form/run';
import type { JobQueue } from '../jobs/queue';
import { update, visible } from '../layers/store';
import { MAX_AT_ONCE, reckonAgain } from '../layers/table/reckon';
import { readyLists } from './ready';

/** The layers whose forms have a list, as SQL on `l`. */
const uses = (list: RawBuilder<unknown>) =>
  sql<boolean>`l.deleted_at is null and jsonb_path_exists(l.config, '$.form[*] ? (@.list == $list)', jsonb_build_object('list', ${list}))`;

async function getList({ engine, caller }: Ctx, id: number, db: Db = engine.db): Promise<ChoiceList> {
  const { rows } = await sql<ChoiceList>`
    select c.id, c.label, c.items,
        coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'label', l.label) order by l.label, l.id) from layer l
          where l.customer_id = c.customer_id and ${uses(sql`c.id`)} and ${visible(caller)}), '[]'::jsonb) as layers
      from choice_list c where c.id = ${id}::int and c.customer_id = ${caller.customer}::int`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** The form with a list's items in the fields that have it; `null`: the list is no more. */
const formAfter = (form: readonly Field[], list: number, items: readonly Choice[] | null): Field[] =>
  form.map((field) => {
    if (field.list !== list) return field;
    const { list: _, ...own } = field;
    return items === null ? own : { ...field, choices: listChoices(field, items) };
  });

interface UsingLayer {
  id: number;
  label: string;
  rev: number;
  record_count: number;
  config: LayerConfig;
}

/** Brings a list's items into every form that has it. Answers the layers that are too large for that: they follow in jobs. */
async function spread(
  ctx: Ctx,
  tx: Db,
  list: number,
  items: readonly Choice[] | null,
): Promise<{ layer: UsingLayer; form: Field[] }[]> {
  const { rows } = await sql<UsingLayer>`
    select l.id, l.label, l.rev, l.record_count, l.config from layer l
      where l.customer_id = ${ctx.caller.customer}::int and ${uses(sql`${list}::int`)} order by l.id for update`.execute(
    tx,
  );
  const later: { layer: UsingLayer; form: Field[] }[] = [];
  for (const layer of rows) {
    const form = formAfter(layer.config.form, list, items);
    if (items !== null && layer.record_count > MAX_AT_ONCE) {
      later.push({ layer, form });
      continue;
    }
    await update(tx, layer.id, { config: { ...layer.config, form } }, { account: ctx.caller.id, at: ctx.now() });
    if (items !== null) await reckonAgain(tx, layer, layer.config.form, form);
  }
  return later;
}

function checkItems(items: readonly Choice[] | undefined): void {
  const problem = items && choicesProblem({ choices: items });
  if (problem) throw new Refusal(400, 'formUnsound', { fields: { items: problem } });
}

export function choiceListHandlers(_world: World, queue: JobQueue): Handlers['choiceLists'] {
  /** Changes a list that is held meanwhile, and then orders what many records wait for. */
  async function change(ctx: Ctx, id: number, work: (tx: Db) => ReturnType<typeof spread>): Promise<void> {
    const run = ctx.engine.db.transaction().execute(async (tx) => {
      await sql`select 1 from choice_list where id = ${id}::int and customer_id = ${ctx.caller.customer}::int for update`.execute(
        tx,
      );
      await getList(ctx, id, tx);
      await checkVersion(ctx, tx, ['choice_list', id]);
      return work(tx);
    });
    const later = await orCurrent(run, () => getList(ctx, id));
    for (const { layer, form } of later) {
      const order: FormOrder = { form, force: true, version: layer.rev };
      await queue.add({ account: ctx.caller.id, kind: 'form', label: layer.label, order, upload: null, layer: layer.id }); // biome-ignore format: one order
    }
  }
  const read = (ctx: Ctx, id: number) => withVersion(ctx, ['choice_list', id], () => getList(ctx, id));

  return {
    list(ctx, { query }) {
      const { engine, caller } = ctx;
      const from = sql`from choice_list c where c.customer_id = ${caller.customer}::int ${query.search ? sql`and ${holdsWords(sql`c.label`, query.search)}` : sql``}`;
      return listed(ctx, query, {
        rows: async (end) =>
          (
            await sql<{ id: number; label: string; count: number; usage: number }>`
              select c.id, c.label, jsonb_array_length(c.items)::int as count,
                  (select count(*)::int from layer l where l.customer_id = c.customer_id and ${uses(sql`c.id`)}) as usage ${from} ${end}`.execute(
              engine.db,
            )
          ).rows,
        count: () => countRows(engine.db, from),
        orders: { label: byText(engine, sql`c.label`), id: sql`c.id` },
        first: 'label',
      });
    },
    one: (ctx, { params }) => read(ctx, rowId(params.id)),
    async create(ctx, { body }) {
      checkItems(body.items);
      const { rows } = await sql<{ id: number }>`
        insert into choice_list (customer_id, label, items)
          values (${ctx.caller.customer}::int, ${body.label}::text, ${JSON.stringify(body.items)}::jsonb) returning id`.execute(
        ctx.engine.db,
      );
      return read(ctx, (rows[0] as { id: number }).id);
    },
    async edit(ctx, { params, body }) {
      const id = rowId(params.id);
      const { items, label } = body;
      checkItems(items);
      await change(ctx, id, async (tx) => {
        await sql`
          update choice_list set label = coalesce(${label ?? null}::text, label), items = coalesce(${items ? JSON.stringify(items) : null}::jsonb, items)
            where id = ${id}::int`.execute(tx);
        return items ? spread(ctx, tx, id, items) : [];
      });
      return read(ctx, id);
    },
    async remove(ctx, { params }) {
      const id = rowId(params.id);
      await change(ctx, id, async (tx) => {
        await sql`delete from choice_list where id = ${id}::int`.execute(tx);
        return spread(ctx, tx, id, null);
      });
      return {};
    },
    ready: async () => readyLists(),
  };
}
