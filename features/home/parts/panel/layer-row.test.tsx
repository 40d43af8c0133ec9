// A row of the map's list of layers: what has no marks of its own says its kind.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Layer } from '@/contract/schemas/layer';
import { MapProvider } from '@/map';
import { renderScreen } from '@/testing/render-screen';
import { LayerRow } from './layer-row';

const rights = { view: true, add: true, edit: true, delete: true, export: true, approve: true, manage: true };
const layerOf = (type: number): Layer => ({
  id: 1,
  label: 'layer 1',
  type,
  config: {
    form: [],
    style: { kind: 'single', symbol: { color: '#ff0000', opacity: 1, size: 4, stroke: '#000000', stroke_width: 1 } },
    labels: null,
    scale: { min_zoom: 0, max_zoom: 24 },
    source: {},
    supervised: false,
  },
  icon: null,
  marker: null,
  customer: 1,
  group_layer: [],
  logo: null,
  extent: null,
  record_count: 10,
  rev: 1,
  rights,
});

it.each([
  [0, '0'],
  [1, null],
  [4, '4'],
  [5, '5'],
  [6, '6'],
] as const)('marks a layer of type %i by its kind where it has no marks', async (type, kind) => {
  const layer = layerOf(type);
  const none = () => {};
  const { t } = await renderScreen(
    <MapProvider>
      <LayerRow
        layer={layer}
        state={null}
        reason={null}
        open={false}
        onToggle={none}
        onTable={none}
        onRecords={none}
        onRefresh={none}
        onTip={none}
      />
    </MapProvider>,
    { role: 'super' },
  );
  expect(await screen.findByText(layer.label)).toBeTruthy();
  const marks = (['0', '4', '5', '6'] as const).filter((one) =>
    screen.queryByRole('img', { name: t(`layers.kinds.${one}`) }),
  );
  expect(marks).toEqual(kind === null ? [] : [kind]);
});
