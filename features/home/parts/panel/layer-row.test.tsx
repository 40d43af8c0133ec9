// A row of the map's list of layers: what has no marks of its own says its kind.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MapProvider } from '@/map';
import { renderScreen } from '@/testing/render-screen';
import { createToolLayer } from '@/tools/play-machine';
import { LayerRow } from './layer-row';

it.each([
  [0, '0'],
  [1, null],
  [4, '4'],
  [5, '5'],
  [6, '6'],
] as const)('marks a layer of type %i by its kind where it has no marks', async (type, kind) => {
  const { layer } = createToolLayer(1, { type });
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
