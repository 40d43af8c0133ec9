// Random groups of rules about related records and about values, against the same answer in JavaScript, on both engines.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryNode } from '../../../../contract/schemas/query';
import { createWorld, ENGINES, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import { getCallerById } from '../../../identity/caller';
import * as make from '../../../seed/builders';
import { find, type LayerRow } from '../../layers/store';
import { recordsOf } from '../filter';

const PARENT = [
  { name: 'code', label: 'code', type: 'text' as const, unique: true },
  { name: 'city', label: 'city', type: 'text' as const },
];
const CHILD = [
  { name: 'of', label: 'of', type: 'text' as const },
  { name: 'n', label: 'n', type: 'integer' as const },
];
const PARENTS = Array.from({ length: 8 }, (_, i) => ({ code: `p${i}`, ...(i === 5 ? {} : { city: `c${i % 3}` }) }));
/** Some belong to nobody, some to one that is not there; some have no number. */
const CHILDREN = Array.from({ length: 40 }, (_, i) => ({
  ...(i % 7 ? { of: `p${i % 10}` } : {}),
  ...(i % 5 ? { n: i % 6 } : {}),
}));

type Tree<Leaf> = { and: Tree<Leaf>[] } | { or: Tree<Leaf>[] } | { not: Tree<Leaf> } | Leaf;
const trees = <Leaf extends object>(leaf: fc.Arbitrary<Leaf>) =>
  fc.letrec<{ tree: Tree<Leaf> }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.record({ and: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ not: tie('tree') }),
    ),
  })).tree;
type Test<Row> = (row: Row) => boolean;
const passes = <Leaf extends object, Row>(
  tree: Tree<Leaf>,
  row: Row,
  leaf: (one: Leaf, row: Row) => boolean,
): boolean =>
  'and' in tree
    ? tree.and.every((one) => passes(one, row, leaf))
    : 'or' in tree
      ? tree.or.some((one) => passes(one, row, leaf))
      : 'not' in tree
        ? !passes(tree.not as Tree<Leaf>, row, leaf)
        : leaf(tree, row);

interface Leaf {
  /** A rule about the record's own value, or about a related record's. */
  isRelated: boolean;
  value: number;
}
const leaf = fc.record({ isRelated: fc.boolean(), value: fc.integer({ min: -1, max: 5 }) });
const countRelated = (tree: Tree<Leaf>): number =>
  'and' in tree
    ? tree.and.reduce((sum, one) => sum + countRelated(one), 0)
    : 'or' in tree
      ? tree.or.reduce((sum, one) => sum + countRelated(one), 0)
      : 'not' in tree
        ? countRelated(tree.not as Tree<Leaf>)
        : Number(tree.isRelated);

describe.each(ENGINES)('groups of rules about related records on the %s engine', (kind) => {
  let w: TestWorld;
  let parents: number;
  let children: number;
  let relation: string;
  let owner: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    const create = (form: typeof PARENT | typeof CHILD, values: readonly object[]) =>
      make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'x', type: 0, form, records: values.map((value) => ({ geometry: null, value: value as Record<string, string> })) }); // biome-ignore format: one layer
    [parents, children] = [await create(PARENT, PARENTS), await create(CHILD, CHILDREN)];
    relation = (await w.call('super', 'POST', '/api/relation/', { name: 'r', parent_layer: parents, parent_field: 'code', child_layer: children, child_field: 'of', kind: 'many', on_delete: 'block', required: false, label: 'r', back_label: 'b', title: null, columns: [] })).body.key; // biome-ignore format: one relation
  });
  afterAll(() => w.close());

  /** The tree as a query; a leaf of -1 asks for any related record, or for an empty value. */
  const toQuery = (tree: Tree<Leaf>, toLeaf: (one: Leaf) => QueryNode): QueryNode =>
    'and' in tree
      ? { and: tree.and.map((one) => toQuery(one, toLeaf)) }
      : 'or' in tree
        ? { or: tree.or.map((one) => toQuery(one, toLeaf)) }
        : 'not' in tree
          ? { not: toQuery(tree.not as Tree<Leaf>, toLeaf) }
          : toLeaf(tree);
  async function idsOf(layer: number, query: QueryNode): Promise<number[]> {
    const caller = await getCallerById(w.engine.db, owner);
    if (!caller) throw new Error('nobody');
    const row = (await find(w.engine.db, caller, layer)) as LayerRow;
    const { where } = await recordsOf({ engine: w.engine, caller }, row, query);
    const { rows } = await sql<{ id: number }>`select n.id::float8 as id from ${sql.table(partition(layer))} n where ${where} order by n.id`.execute(w.engine.db); // biome-ignore format: one statement
    return rows.map(({ id }) => id);
  }
  async function check<Row>(
    layer: number,
    rows: readonly Row[],
    tree: Tree<Leaf>,
    toLeaf: (one: Leaf) => QueryNode,
    test: (one: Leaf) => Test<Row>,
  ) {
    const all = await idsOf(layer, { and: [] });
    const expected = all.filter((_, i) => passes(tree, rows[i] as Row, (one, row) => test(one)(row)));
    expect(await idsOf(layer, toQuery(tree, toLeaf))).toEqual(expected);
  }

  it('find what a plain look finds, from both sides', async () => {
    await fc.assert(
      fc.asyncProperty(
        trees<Leaf>(leaf).filter((tree) => countRelated(tree) <= 8),
        async (tree) => {
          await check(
            children,
            CHILDREN as { of?: string; n?: number }[],
            tree,
            ({ isRelated, value }) =>
              isRelated
                ? {
                    relation,
                    side: 'parents',
                    related: value < 0 ? { and: [] } : { field: 'city', is: 'eq', value: `c${value}` },
                  }
                : value < 0
                  ? { field: 'n', is: 'empty' }
                  : { field: 'n', is: 'eq', value },
            ({ isRelated, value }) =>
              ({ of, n }) => {
                const parent = PARENTS.find(({ code }) => code === of);
                return isRelated
                  ? parent !== undefined && (value < 0 || parent.city === `c${value}`)
                  : value < 0
                    ? n === undefined
                    : n === value;
              },
          );
          await check(
            parents,
            PARENTS as { code: string; city?: string }[],
            tree,
            ({ isRelated, value }) =>
              isRelated
                ? { relation, side: 'children', related: value < 0 ? { and: [] } : { field: 'n', is: 'eq', value } }
                : value < 0
                  ? { field: 'city', is: 'empty' }
                  : { field: 'city', is: 'eq', value: `c${value}` },
            ({ isRelated, value }) =>
              ({ code, city }) =>
                isRelated
                  ? CHILDREN.some((one) => one.of === code && (value < 0 || one.n === value))
                  : value < 0
                    ? city === undefined
                    : city === `c${value}`,
          );
        },
      ),
      { numRuns: kind === 'embedded' ? 60 : 120 },
    );
  });
});
