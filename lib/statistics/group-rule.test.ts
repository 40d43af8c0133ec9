// Rules about related records against the same in JavaScript, on both engines: what a group counts is what it opens, for whoever asks.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDated, isNumeric } from '@/contract/fields';
import type { GroupBy, Statistics } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import { isSmall, type QueryNode, type RelationRule } from '@/contract/schemas/query';
import { comparison, groups, ORACLE_FORM, type OracleRecord, passes } from '@/testing/oracle/query';
import {
  CHILDREN,
  type Child,
  createRelatedWorld,
  idsOfPage,
  NO_BOXES,
  PARENT,
  type Parent,
  READERS,
  type RelatedWorld,
} from '@/testing/oracle/related';
import { ENGINES } from '@/testing/world';
import { groupRule, keyText } from './group-rule';
import type { RelatedFields } from './related-fields';

describe.each(ENGINES)('rules about related records on the %s engine', (kind) => {
  let world: RelatedWorld;
  beforeAll(async () => {
    world = await createRelatedWorld(kind);
  });
  afterAll(() => world.w.close());

  const valueRule = groups(comparison.filter((node) => 'field' in node)) as fc.Arbitrary<RelationRule['related']>;
  const relatedRule = (side: RelationRule['side']) =>
    fc.record({
      relation: fc.constantFrom(0, 1).map((i) => i as unknown as string),
      side: fc.constant(side),
      related: valueRule,
    });
  /** Relations have their keys when the world is there. */
  const withKeys = (tree: QueryNode): QueryNode =>
    JSON.parse(JSON.stringify(tree), (name, value) => (name === 'relation' ? world.relations[value]?.key : value));

  it('finds the records whose related ones pass, as far as the reader sees them', async () => {
    const { children, down, query, parentsFor } = world;
    const own = fc.record({ field: fc.constant('n'), is: fc.constantFrom('lt', 'ge'), value: fc.integer({ min: 0, max: CHILDREN }) }); // biome-ignore format: one rule
    const tree = groups(
      fc.oneof({ weight: 3, arbitrary: relatedRule('parents') }, own) as fc.Arbitrary<QueryNode>,
    ).filter(isSmall);
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(...Object.keys(READERS)), async (node, as) => {
        const keyed = withKeys(node);
        const answer = await query(children, keyed, as);
        expect([answer.status, answer.status === 200 ? '' : answer.body.detail]).toEqual([200, '']);
        const form = [...ORACLE_FORM, { name: 'n', label: 'n', type: 'integer' as const }];
        const expected = down.filter((child) => passes(keyed, child as OracleRecord, NO_BOXES, parentsFor(as), form));
        expect(idsOfPage(answer)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 100 },
    );
  });

  it('finds the records that others belong to', async () => {
    const { parents, up, down, relations, query } = world;
    for (const { key, keyOf, ownKey } of relations)
      for (const as of Object.keys(READERS))
        for (const [related, isIn] of [
          [{ field: 'n', is: 'lt', value: 30 }, ({ value }: Child) => Number(value.n) < 30],
          [{ not: { field: 'n', is: 'ge', value: 30 } }, ({ value }: Child) => Number(value.n) < 30],
          [{ and: [] }, () => true],
        ] as [unknown, (child: Child) => boolean][]) {
          const rule = { relation: key, side: 'children', related };
          const belong = (one: Parent) => down.some((child) => isIn(child) && keyOf(child) === ownKey(one));
          const visible = up.filter((one) => READERS[as]?.(one));
          expect([as, key, related, idsOfPage(await query(parents, rule, as))]).toEqual([as, key, related, visible.filter(belong).map(({ id }) => id)]); // biome-ignore format: one line
          expect(idsOfPage(await query(parents, { not: rule }, as))).toEqual(visible.filter((one) => !belong(one)).map(({ id }) => id)); // biome-ignore format: one line
        }
  });

  it('opens as many records as a group counts, of every field, for whoever asks', async () => {
    const { parents, children, relations, query, stats } = world;
    const groupingsOf = (relation: string, fields: readonly Field[]) =>
      fields.flatMap((field): GroupBy[] => {
        const by = { relation, related_field: field.name };
        if (isDated(field)) return [by, { ...by, period: 'month' }];
        return isNumeric(field) ? [by, { ...by, step: field.name === 'area' ? 0.5 : 10 }] : [by];
      });
    // A reference field and other eyes change nothing about fields.
    const [some, byText, byId] = [ORACLE_FORM.filter(({ name }) => name === 'kind' || name === 'area'), relations[0]?.key as string, relations[1]?.key as string]; // biome-ignore format: one line
    const questions = [
      ...groupingsOf(byText, PARENT).map((by) => ['super', by] as const),
      ...['onlooker', 'near'].flatMap((as) => groupingsOf(byText, some).map((by) => [as, by] as const)),
      ...Object.keys(READERS).flatMap((as) => groupingsOf(byId, some).map((by) => [as, by] as const)),
    ];
    let isNullSeen = false;
    for (const [as, by] of questions) {
      const related: RelatedFields[] = [{ relation: 'relation' in by ? by.relation : '', label: '', layer: parents, fields: PARENT }]; // biome-ignore format: one list
      const { status, body } = await stats({ group_by: by }, as);
      expect([as, by, status, body.count]).toEqual([as, by, 200, CHILDREN]);
      for (const { key, count } of body.groups as Statistics['groups']) {
        isNullSeen ||= key === null;
        const rule = groupRule(by, keyText(key), [], related);
        expect([as, by, key, (await query(children, rule, as)).body.count]).toEqual([as, by, key, count]);
      }
    }
    expect(isNullSeen).toBe(true);
  });
});
