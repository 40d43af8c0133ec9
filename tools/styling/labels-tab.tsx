// Labels: from which field, how they look, where they stand, between which zooms.
'use client';
import { Select, Stack, Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/feedback/states';
import { ColourField } from '@/components/fields/colour-field';
import { NumberField } from '@/components/fields/number-field';
import { isTitle } from '@/contract/fields';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { LABEL_COLOURS, type Labels } from '@/contract/schemas/style';
import pairs from '../parts/pairs.module.css';
import type { LookProps } from './use-look';
import { ZoomRange } from './zoom-range';

/** What the map draws where nothing is said. */
const HALO_WIDTH = 1.4;

const first = (field: string): Labels => ({
  field,
  size: 12,
  ...LABEL_COLOURS,
  min_zoom: 0,
  max_zoom: 24,
});

const PLACEMENTS = {
  [LAYER_TYPES.point]: ['auto', 'over', 'above', 'below'],
  [LAYER_TYPES.line]: ['auto', 'over', 'above', 'below'],
  [LAYER_TYPES.polygon]: ['auto', 'above', 'below'],
} as const;

export const LabelsTab = ({ layer, look, change }: LookProps) => {
  const t = useTranslations('map.tools.styling.labels');
  const { labels } = look;
  const { form } = layer.config;
  const likely = form.find(isTitle) ?? form[0];
  const set = (part: Partial<Labels>) => labels && change({ labels: { ...labels, ...part } });
  if (!likely) return <EmptyState title={t('noneTitle')} text={t('noneText')} noAct="final" />;
  return (
    <Stack gap="sm">
      <Switch
        label={t('on')}
        checked={labels !== null}
        onChange={(event) => change({ labels: event.currentTarget.checked ? first(likely.name) : null })}
      />
      {labels && (
        <>
          <Select
            label={t('field')}
            data={form.map((f) => ({ value: f.name, label: f.label }))}
            value={labels.field}
            allowDeselect={false}
            searchable
            onChange={(field) => field && set({ field })}
          />
          <div className={pairs.pairs}>
            <ColourField label={t('colour')} value={labels.color} onChange={(color) => set({ color })} />
            <NumberField label={t('size')} value={labels.size} min={6} max={48} onChange={(size) => set({ size })} />
            <ColourField label={t('halo')} value={labels.halo} onChange={(halo) => set({ halo })} />
            <NumberField
              label={t('haloWidth')}
              value={labels.halo_width ?? HALO_WIDTH}
              min={0}
              max={8}
              step={0.2}
              onChange={(halo_width) => set({ halo_width })}
            />
          </div>
          <Select
            label={t('placement')}
            data={[...(PLACEMENTS[layer.type as 1] ?? PLACEMENTS[1])].map((value) => ({
              value,
              label: t(`placements.${layer.type === LAYER_TYPES.line && value === 'auto' ? 'line' : value}`),
            }))}
            value={labels.placement === 'line' || labels.placement === undefined ? 'auto' : labels.placement}
            allowDeselect={false}
            onChange={(value) => set({ placement: value as NonNullable<Labels['placement']> })}
          />
          <ZoomRange min={labels.min_zoom} max={labels.max_zoom} onChange={set} />
        </>
      )}
    </Stack>
  );
};
