// A layer's real style as a small picture; pictures of services and tables for layers that have no marks.
import { IconPhoto, IconTable, IconWorld } from '@tabler/icons-react';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { Glyph, legendOf } from '@/map/index';

/** Decoration: name and kind stand beside it. A style of several classes shows its first. */
export function LayerMark({ layer }: { layer: Parameters<typeof legendOf>[0] }) {
  const first = legendOf(layer)[0];
  if (first) return <Glyph glyph={first.glyph} size={20} />;
  const Icon = layer.type === LAYER_TYPES.table ? IconTable : layer.type === LAYER_TYPES.raster ? IconPhoto : IconWorld;
  return <Icon size={20} stroke={1.6} aria-hidden />;
}
