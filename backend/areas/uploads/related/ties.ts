// What becomes of the relations of a file between layers that are made of it: a row over two fields, or a field that names a parent.
import { sql } from 'kysely';
import { type Field, MAX_NAME } from '../../../../contract/schemas/form';
import { isKeyField, type RelationInput } from '../../../../contract/schemas/layers/relation';
import type { Engine } from '../../../db/engine';
import { distinctNames } from '../../../geo/distinct-names';
import type { OpenedRelation } from '../../../geo/import';
import type { Filling, Loading } from '../../jobs/load';

/** A layer in the making, with its rows' numbers in the file. */
export interface Part {
  dataset: string;
  label: string;
  layer: number;
  form: Field[];
  fields: Filling[];
}

/** A relation with its layers. `field` names the parent by its id; without it both have a field of the same values. */
export interface Tie {
  relation: OpenedRelation;
  parent: Part;
  child: Part;
  keys: { parent: Field; child: Field } | null;
  field: Field | null;
}

const fieldOf = ({ form, fields }: Part, source: string | null | undefined): Field | undefined =>
  form.find(({ name }) => name === fields.find((one) => one.source === source)?.field);

/** The field of the children that names their parent: the file's own column, whose numbers are of another house, or a new one. */
function addReference(child: Part, parent: Part, { definition, related }: OpenedRelation, base: string): Field {
  const column = fieldOf(child, definition?.parent_field === null ? definition.child_field : undefined);
  const title = fieldOf(parent, definition?.title);
  const reference = { layer: parent.layer, ...(title && { title: title.name }) };
  if (column) {
    child.fields = child.fields.filter(({ field }) => field !== column.name);
    const own: Field = { name: column.name, label: column.label, type: 'reference', reference };
    child.form.splice(child.form.indexOf(column), 1, own);
    return own;
  }
  const columnName = base === related ? `${base}_parent` : base;
  const names = distinctNames([...child.form.map(({ name }) => name), columnName], MAX_NAME, true);
  const labels = distinctNames([...child.form.map(({ label }) => label), parent.label]);
  const added: Field = { name: names.at(-1) as string, label: labels.at(-1) as string, type: 'reference', reference };
  child.form.push(added);
  return added;
}

/**
 * How the relations of a file are made between the layers that come of it; forms of these get what that needs. Those between a table
 * that becomes several layers, or none, are left out.
 */
export function tiesOf(relations: readonly OpenedRelation[], parts: readonly Part[]): Tie[] {
  const only = (dataset: string) => {
    const all = parts.filter((part) => part.dataset === dataset);
    return all.length === 1 ? all[0] : undefined;
  };
  const usedKeys = new Set<Field>();
  return relations.flatMap((relation): Tie[] => {
    const [parent, child] = [only(relation.base), only(relation.related)];
    if (!parent || !child) return [];
    const { definition } = relation;
    const [up, down] = [fieldOf(parent, definition?.parent_field), fieldOf(child, definition?.child_field)];
    const isKeyed = definition?.parent_field && up && down && up !== down && isKeyField(up) && up.type === down.type;
    if (isKeyed && !usedKeys.has(down)) {
      usedKeys.add(down);
      up.unique = true;
      return [{ relation, parent, child, keys: { parent: up, child: down }, field: null }];
    }
    return [{ relation, parent, child, keys: null, field: addReference(child, parent, relation, relation.base) }];
  });
}

/** Tables that a job makes beside its layers' own, and drops in the end. */
export const keysTable = (table: string) => `${table}_fid`;
const pairsTable = (table: string, at: number) => `${table}_pairs_${at}`;

async function* chunksOf(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let block: string[] = [];
  for await (const line of lines) {
    block.push(line);
    if (block.length < 5000) continue;
    yield Buffer.from(block.join(''));
    block = [];
  }
  if (block.length > 0) yield Buffer.from(block.join(''));
}

/** Notes which record each row of the file became: `fids` are the numbers of the rows that came in, in the order of the ids. */
export async function noteKeys({ engine, stage }: Staging, { table }: Pick<Loading, 'table'>, fids: readonly number[]) {
  const [loose, keys] = [`${keysTable(table)}_n`, keysTable(table)];
  for (const one of [loose, keys]) await stage(one);
  await sql`create unlogged table ${sql.table(loose)} (n bigint, fid bigint)`.execute(engine.db);
  function* lines() {
    for (const [i, fid] of fids.entries()) yield `${i + 1}\t${fid}\n`;
  }
  await engine.copy(loose, ['n', 'fid'], chunksOf(lines()));
  await sql`create unlogged table ${sql.table(keys)} as
    select l.fid, r.id from (select id, row_number() over (order by id) as n from ${sql.table(table)}) r join ${sql.table(loose)} l on l.n = r.n`.execute(
    engine.db,
  );
  await sql`create index on ${sql.table(keys)} (fid)`.execute(engine.db);
}

export interface Staging {
  engine: Engine;
  stage: (table: string) => Promise<void>;
}

/**
 * Lets the children name their parents as the file's pairs say. Answers false, and leaves them alone, where a child has several: that is
 * no relation of ours.
 */
export async function linkByPairs(
  { engine, stage }: Staging,
  tie: Tie & { field: Field },
  tables: { parent: string; child: string },
  at: number,
): Promise<boolean> {
  const pairs = pairsTable(tables.child, at);
  await stage(pairs);
  const t = sql.table(pairs);
  await sql`create unlogged table ${t} (parent bigint, child bigint)`.execute(engine.db);
  async function* lines() {
    for await (const [parent, child] of tie.relation.pairs()) yield `${parent}\t${child}\n`;
  }
  await engine.copy(pairs, ['parent', 'child'], chunksOf(lines()));
  const { rows } = await sql`select 1 from ${t} group by child having count(distinct parent) > 1 limit 1`.execute(
    engine.db,
  );
  if (rows.length > 0) return false;
  await sql`update ${sql.table(tables.child)} c set value = c.value || jsonb_build_object(${tie.field.name}::text, l.parent)
    from (select distinct k.id as child, p.id as parent from ${t} j
        join ${sql.table(keysTable(tables.parent))} p on p.fid = j.parent join ${sql.table(keysTable(tables.child))} k on k.fid = j.child
        where exists (select 1 from ${sql.table(tables.parent)} r where r.id = p.id)) l where c.id = l.child`.execute(
    engine.db,
  );
  return true;
}

/** The row of a relation; null for one that a field alone makes. */
export function rowOf({ relation: { definition }, parent, child, keys, field }: Tie): RelationInput | null {
  if (!definition || definition.on_delete === 'keep') return null;
  const { name, kind, on_delete, required, label, back_label, title, columns } = definition;
  return {
    name,
    parent_layer: parent.layer,
    parent_field: keys ? keys.parent.name : null,
    child_layer: child.layer,
    child_field: (keys ? keys.child : (field as Field)).name,
    kind,
    on_delete,
    required,
    label,
    back_label,
    title: fieldOf(parent, title)?.name ?? null,
    columns: columns.flatMap((source) => fieldOf(child, source)?.name ?? []),
  };
}
