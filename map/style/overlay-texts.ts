// What stands in words and pictures above the shapes of tools and drawings.
import type { LayerSpecification } from 'maplibre-gl';
import { REGULAR } from './fonts';
import { DRAWINGS_SOURCE, OVERLAY_SOURCE, own, ownColor } from './overlays';
import type { Palette } from './palette';

/** The words of what tools draw, above everything; a drawing's stand on their place and not over it, unless they are `lifted`. */
export const overlayTexts = (palette: Palette, source = OVERLAY_SOURCE): LayerSpecification[] => {
  const anchor = source === OVERLAY_SOURCE ? ('bottom' as const) : 'center';
  return [
    {
      id: `${source}:text`,
      type: 'symbol',
      source,
      filter: ['has', 'text'],
      layout: {
        'text-field': ['get', 'text'],
        'text-font': [REGULAR],
        'text-size': own('font_size', 13),
        'text-rotate': own('rotation', 0),
        'text-max-width': 14,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
        'text-anchor': anchor,
        'text-offset':
          source === OVERLAY_SOURCE
            ? [0, -0.4]
            : ['case', own('lifted', false), ['literal', [0, -1.4]], ['literal', [0, 0]]],
      },
      paint: {
        'text-color': ownColor(palette),
        'text-halo-color': own('halo', palette.labelHalo),
        'text-halo-width': 1.6,
        'text-opacity': own('opacity', 1),
      },
    },
  ];
};

/** The pictures of drawn points. */
export const drawingIcons = (): LayerSpecification[] => {
  const source = DRAWINGS_SOURCE;
  return [
    {
      id: 'drawings:icon',
      type: 'symbol',
      source,
      filter: ['has', 'icon'],
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-size': own('icon_size', 1),
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
      paint: { 'icon-opacity': own('opacity', 1) },
    },
  ];
};
