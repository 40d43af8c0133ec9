// What the map says that it marks: each record one by one, all of many by tiles, and the first ones where no tile can.
import { screen } from '@testing-library/react';
import { afterAll, expect, it } from 'vitest';
import type { Layer } from '@/contract/schemas/layer';
import { closeWorld, renderScreen, resetScreen, world } from '@/testing/render-screen';
import { NO_QUESTION, type Tree } from '../../logic/stats/question';
import StatsMap from './stats-map';

afterAll(closeWorld);

const FORM = [{ name: 'kind', label: 'نوع', type: 'text' as const }];
const open = async (count: number, tree: Tree) => {
  const id = await world.layer(FORM, count, { kind: 'a' });
  const { body } = await world.call('super', 'GET', `/api/layer/${id}/`);
  // As if its records had places: what is marked is what the query leaves.
  const layer: Layer = { ...body, type: 1 };
  return renderScreen(
    <StatsMap layer={layer} question={{ ...NO_QUESTION, layer: id, tree }} answer={null} onGroup={() => {}} onTimeClose={null} />, // biome-ignore format: one part
    { role: 'super' },
  );
};

it('marks all of a group, also where it has more than a list answers', async () => {
  const { t } = await open(1100, { field: 'kind', is: 'eq', value: 'a' });
  expect(await screen.findByText(t('dashboards.stats.map.marked', { n: '۱٬۱۰۰' }))).toBeTruthy();
  resetScreen();
});

it('says how many of how many it marks where no tile can hold them', async () => {
  const value = ['a', ...Array.from({ length: 60 }, (_, i) => String(i).padStart(110, 'x'))];
  const { t } = await open(1100, { field: 'kind', is: 'in', value });
  const text = t('dashboards.stats.map.markedPart', { n: '۰', all: '۱٬۱۰۰' });
  await screen.findByText(text);
  resetScreen();
});
