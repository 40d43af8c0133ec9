// Labels: from which field, how they look, where they stand, between which zooms.
'use client';
import { Select, Stack, Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/feedback/states';
import { ColourField } from '@/components/fields/colour-field';
import { NumberField } from '@/components/fields/number-field';
import { isNumeric, isReadable, isTitle } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
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
  [LAYER_TYPES.point]: ['auto', 'over', 'above', 'below', 'callout'],
  [LAYER_TYPES.line]: ['auto', 'over', 'above', 'below'],
  [LAYER_TYPES.polygon]: ['auto', 'above', 'below'],
} as const;

interface PriorityFieldsProps {
  fields: readonly Field[];
  value: Labels['priority'];
  onChange: (priority: Labels['priority']) => void;
}

/** Which records are labelled where there is no room for all. */
const PriorityFields = ({ fields, value, onChange }: PriorityFieldsProps) => {
  const t = useTranslations('map.tools.styling.labels');
  return (
    <div className={pairs.pairs}>
      <Select
        label={t('priority')}
        placeholder={t('noPriority')}
        data={fields.map((f) => ({ value: f.name, label: f.label }))}
        value={value?.field ?? null}
        clearable
        onChange={(field) => onChange(field ? { field, first: value?.first ?? 'large' } : undefined)}
      />
      {value && (
        <Select
          label={t('order')}
          data={(['large', 'small'] as const).map((first) => ({ value: first, label: t(`orders.${first}`) }))}
          value={value.first}
          allowDeselect={false}
          onChange={(first) => onChange({ ...value, first: first as 'large' | 'small' })}
        />
      )}
    </div>
  );
};

export const LabelsTab = ({ layer, look, change }: LookProps) => {
  const t = useTranslations('map.tools.styling.labels');
  const { labels } = look;
  const { form } = layer.config;
  const likely = form.find(isTitle) ?? form[0];
  const set = (part: Partial<Labels>) => labels && change({ labels: { ...labels, ...part } });
  const numbers = form.filter(isNumeric);
  const setPriority = (priority: Labels['priority']) => {
    if (!labels) return;
    const { priority: _, ...plain } = labels;
    change({ labels: priority ? { ...plain, priority } : plain });
  };
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
            data={form.filter(isReadable).map((f) => ({ value: f.name, label: f.label }))}
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
          {numbers.length > 0 && <PriorityFields fields={numbers} value={labels.priority} onChange={setPriority} />}
          <ZoomRange min={labels.min_zoom} max={labels.max_zoom} onChange={set} />
        </>
      )}
    </Stack>
  );
};
