// The map grid's panel: its switch, which grid it is, and how it looks.
'use client';
import { Alert, SegmentedControl, Slider, Stack, Switch, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { ColourField } from '@/components/fields/colour-field';
import { NumberField } from '@/components/fields/number-field';
import { useFormat } from '@/lib/i18n/use-format';
import { GRID_KINDS, type GridKind, useGrid } from '@/map/state/grid';
import { Spacing } from './spacing';

export const GridPanel = () => {
  const t = useTranslations('map.tools.grid');
  const { percent } = useFormat();
  const { on, kind, color, width, opacity, names, failed, set } = useGrid();
  const opacityId = useId();
  return (
    <Stack gap="md">
      <Switch label={t('on')} checked={on} onChange={(event) => set({ on: event.currentTarget.checked })} />
      <SegmentedControl
        fullWidth
        aria-label={t('kind')}
        value={kind}
        onChange={(value) => set({ kind: value as GridKind })}
        data={GRID_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <Spacing />
      <Switch label={t('names')} checked={names} onChange={(event) => set({ names: event.currentTarget.checked })} />
      <ColourField label={t('color')} value={color} onChange={(value) => set({ color: value })} />
      <NumberField
        label={t('width')}
        value={width}
        min={0.5}
        max={6}
        step={0.5}
        onChange={(value) => set({ width: value })}
      />
      <div>
        <Text size="sm" id={opacityId}>
          {t('opacity', { value: percent(opacity) })}
        </Text>
        <Slider
          thumbProps={{ 'aria-labelledby': opacityId }}
          min={0.1}
          max={1}
          step={0.05}
          label={null}
          value={opacity}
          onChange={(value) => set({ opacity: value })}
        />
      </div>
      {failed && <Alert color="orange">{t('failed')}</Alert>}
    </Stack>
  );
};
