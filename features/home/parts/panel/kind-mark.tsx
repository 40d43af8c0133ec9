// What a layer without marks of its own is: a picture of its kind, which says it on hovering too.
import { IconPhoto, IconTable, IconWorld } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { LAYER_TYPES } from '@/contract/schemas/layer';

type Kind = '0' | '4' | '5' | '6';

export function KindMark({ type }: { type: number }) {
  const t = useTranslations('layers.kinds');
  const Icon = type === LAYER_TYPES.table ? IconTable : type === LAYER_TYPES.raster ? IconPhoto : IconWorld;
  const label = t(String(type) as Kind);
  return (
    <span role="img" aria-label={label} title={label}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </span>
  );
}
