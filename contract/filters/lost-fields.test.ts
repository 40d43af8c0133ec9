import { expect, it } from 'vitest';
import type { QueryNode } from '../schemas/query';
import { withoutLostFields } from './lost-fields';

const FORM = [{ name: 'a' }];
const here: QueryNode = { field: 'a', is: 'eq', value: 1 };
const lost: QueryNode = { field: 'b', is: 'eq', value: 1 };

it('passes over what is said of fields that are lost, and names them', () => {
  const cases: [QueryNode, QueryNode, string[]][] = [
    [here, here, []],
    [lost, { and: [] }, ['b']],
    [{ and: [here, lost, lost] }, { and: [here] }, ['b']],
    [{ or: [here, lost] }, { or: [here] }, ['b']],
    [{ and: [here, { or: [lost] }] }, { and: [here] }, ['b']],
    [{ and: [here, { not: { or: [lost] } }] }, { and: [here] }, ['b']],
    // Nothing passes an empty `or`, whatever the form.
    [{ or: [] }, { or: [] }, []],
    [{ and: [{ search: 'x' }, { column: 'id', is: 'eq', value: 1 }] }, { and: [{ search: 'x' }, { column: 'id', is: 'eq', value: 1 }] }, []], // biome-ignore format: one case
  ];
  for (const [query, rest, missing] of cases) expect(withoutLostFields(FORM, query)).toEqual({ query: rest, missing });
});
