// The style panel of a layer whose records may have several choices.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { Rule } from '@/contract/schemas/style';
import { MapProvider } from '@/map';
import { renderScreen } from '@/testing/render-screen';
import { createToolLayer } from '@/tools/play-machine';
import { StyleTab } from './style-tab';

const symbol = { color: '#112233', opacity: 1, size: 5, stroke: '#ffffff', stroke_width: 1 };
const choices = [{ value: 'a', label: 'A' }];
const form: Field[] = [
  { name: 'uses', label: 'uses', type: 'multi_choice', choices },
  { name: 'one', label: 'one', type: 'choice', choices },
];

it.each([
  ['uses', 1],
  ['one', 0],
] as const)('says of a style by %s how many choices count: %i', async (field, notes) => {
  const { layer } = createToolLayer(1);
  const rule: Rule = { label: 'r', filter: { match: 'all', conditions: [{ field, op: 'not_empty' }] }, min_zoom: 0, max_zoom: 24, symbol }; // biome-ignore format: one rule
  const look = { style: { kind: 'rule' as const, rules: [rule] }, labels: null, scale: layer.config.scale };
  const { t } = await renderScreen(
    <MapProvider>
      <StyleTab layer={{ ...layer, config: { ...layer.config, form } }} look={look} change={() => {}} />
    </MapProvider>,
    { role: 'super' },
  );
  expect(await screen.findByRole('list', { name: t('map.tools.styling.rules.title') })).toBeTruthy();
  expect(screen.queryAllByText(t('map.tools.styling.firstChoice'))).toHaveLength(notes);
});
