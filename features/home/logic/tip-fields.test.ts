// The kept choices of map-tip fields.
import { expect, it } from 'vitest';
import { tipChoices } from './tip-fields';

const item = (id: number, data: unknown) => ({ id, label: 'x', type: 'maptip', data }) as never;

it('takes the newest choice of each layer, and passes over what is none', () => {
  const choices = tipChoices([
    item(3, { layer: 1, fields: ['new'] }),
    item(2, { layer: 1, fields: ['old'] }),
    item(4, { layer: 'x' }),
    item(5, { layer: 2, fields: Array(9).fill('f') }),
  ]);
  expect([...choices]).toEqual([[1, { item: 3, fields: ['new'] }]]);
});
