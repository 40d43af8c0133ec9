// The order of everything on the map: six bands, each opened by an invisible anchor that others can be put before.
import type { LayerSpecification } from 'maplibre-gl';

/** Bottom-up. */
export const BANDS = ['base', 'layers', 'records', 'selection', 'preview', 'labels'] as const;
export type Band = (typeof BANDS)[number];

export const anchorOf = (band: Band): string => `band:${band}`;

/** An anchor draws nothing; a hidden background is the cheapest layer there is and needs no source. */
const anchor = (band: Band): LayerSpecification => ({
  id: anchorOf(band),
  type: 'background',
  layout: { visibility: 'none' },
});

/** All bands joined bottom-up, each behind its anchor. */
export const stackBands = (content: Record<Band, readonly LayerSpecification[]>): LayerSpecification[] =>
  BANDS.flatMap((band) => [anchor(band), ...content[band]]);

/** Which band each layer of a stacked style lies in. */
export const bandsOf = (layers: readonly { id: string }[]): Map<string, Band> => {
  const bands = new Map<string, Band>();
  let current: Band = 'base';
  for (const { id } of layers) {
    current = BANDS.find((band) => anchorOf(band) === id) ?? current;
    bands.set(id, current);
  }
  return bands;
};
