// What stands before a layer's name: its first mark, or a picture of its kind where it has none of its own, which says it on hovering too.
import { IconPhoto, IconTable, IconWorld } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { Glyph, legendOf } from '@/map';
import classes from './layers-panel.module.css';

type Kind = '0' | '4' | '5' | '6';

function KindMark({ type }: { type: number }) {
  const t = useTranslations('layers.kinds');
  const Icon = type === LAYER_TYPES.table ? IconTable : type === LAYER_TYPES.raster ? IconPhoto : IconWorld;
  const label = t(String(type) as Kind);
  return (
    <span role="img" aria-label={label} title={label}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </span>
  );
}

export function RowMark({ layer, share }: { layer: Layer; share: number }) {
  const first = legendOf(layer)[0];
  return (
    <span className={classes.glyph}>
      {first ? <Glyph glyph={first.glyph} opacity={share} /> : <KindMark type={layer.type} />}
    </span>
  );
}
