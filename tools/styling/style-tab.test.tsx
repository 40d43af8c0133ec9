// The style panel of a layer whose records may have several choices.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { Rule, Style } from '@/contract/schemas/style';
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

const rule: Rule = { label: 'r', filter: { match: 'all', conditions: [{ field: 'uses', op: 'not_empty' }] }, min_zoom: 0, max_zoom: 24, symbol }; // biome-ignore format: one rule
const categorised = (field: string): Style => ({
  kind: 'categorised',
  field,
  categories: [{ value: 'a', label: 'A', symbol }],
  other: null,
});

it.each([
  ['classes of several choices', categorised('uses'), 1],
  ['classes of one choice', categorised('one'), 0],
  ['rules, each of which draws by itself', { kind: 'rule', rules: [rule] } as Style, 0],
] as const)('says of %s which of them counts: %#', async (_, style, notes) => {
  const { layer } = createToolLayer(1);
  const look = { style, labels: null, scale: layer.config.scale };
  const { t } = await renderScreen(
    <MapProvider>
      <StyleTab layer={{ ...layer, config: { ...layer.config, form } }} look={look} change={() => {}} />
    </MapProvider>,
    { role: 'super' },
  );
  expect((await screen.findAllByRole('radio')).length).toBeGreaterThan(1);
  expect(screen.queryAllByText(t('map.tools.styling.severalChoices'))).toHaveLength(notes);
});
