// The marker that a layer has of its own: where it is, and which marks are drawn with it.
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { type Mark, OWN_ICON, type Style } from '@/contract/schemas/style';
import { isSymbol } from '../icons';

/** Below this radius a picture is only a spot. */
const READABLE = 10;

/** The address of a layer's own marker; null where it has none, or one of our symbols. */
export const markerAddress = (marker: string | null | undefined): string | null =>
  marker && !isSymbol(marker) ? `/api/${marker}` : null;

/** A layer with a marker draws its points with it as long as nobody has chosen another symbol. */
export const withMarker = (style: Style, { type, marker }: Pick<Layer, 'type' | 'marker'>): Style => {
  if (!marker || type !== LAYER_TYPES.point || style.kind !== 'single' || style.symbol.icon !== undefined) return style;
  const icon = isSymbol(marker) ? marker : OWN_ICON;
  return { ...style, symbol: { ...style.symbol, icon, size: Math.max(READABLE, style.symbol.size) } };
};

/** Whether a mark is drawn with the layer's own marker. */
export const hasMarker = (mark: Mark, address: string | null | undefined): address is string =>
  mark.icon === OWN_ICON && Boolean(address);

const PREFIX = 'own:';
/** The name of the picture in the map; its address. */
export const markerId = (address: string): string => `${PREFIX}${address}`;
export const readMarkerId = (id: string): string | null => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null);
