// Editors of the heat map and of clusters.
'use client';
import { Select, Stack, Switch, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NumberField } from '@/components/fields/number-field';
import { isNumeric } from '@/contract/fields';
import { byValue } from '@/contract/look/expressions';
import type { Style } from '@/contract/schemas/style';
import { colours, rampOf } from '../logic/ramps';
import { MarkEditor } from '../mark-editor';
import { RampSelect } from '../ramp-select';
import type { LookProps } from '../use-look';
import { CategorisedEditor } from './categorised';

export const HeatEditor = ({ layer, look, change }: LookProps) => {
  const t = useTranslations('map.tools.styling.heat');
  const { style } = look;
  if (style.kind !== 'heatmap') return null;
  const set = (part: Partial<typeof style>) => change({ style: { ...style, ...part } });
  return (
    <Stack gap="sm">
      <RampSelect
        value={rampOf(style.ramp)}
        row={style.ramp}
        kinds={['sequential', 'diverging']}
        onChange={(ramp, reversed) => set({ ramp: colours(ramp, 5, reversed) })}
      />
      <NumberField
        label={t('radius')}
        value={style.radius}
        min={1}
        max={200}
        step={2}
        onChange={(radius) => set({ radius })}
      />
      <NumberField
        label={t('intensity')}
        value={style.intensity}
        min={0.01}
        max={20}
        step={0.1}
        onChange={(intensity) => set({ intensity })}
      />
      <Select
        label={t('weight')}
        data={layer.config.form.filter(isNumeric).map((f) => ({ value: f.name, label: f.label }))}
        value={style.weight}
        placeholder={t('same')}
        clearable
        onChange={(weight) => set({ weight })}
      />
    </Stack>
  );
};

export const ClusterEditor = (props: LookProps) => {
  const { layer, look, change } = props;
  const t = useTranslations('map.tools.styling.cluster');
  const { style } = look;
  const [byClass, setByClass] = useState(style.kind === 'cluster' && style.by !== undefined);
  if (style.kind !== 'cluster') return null;
  const classes: Style = style.by ? byValue(style.by) : { kind: 'single', symbol: style.symbol };
  const changeClasses: LookProps['change'] = ({ style: next }) => {
    if (next?.kind !== 'categorised') return;
    const { kind: _, ...by } = next;
    change({ style: { ...style, by } });
  };
  const toggleRings = () => {
    setByClass(!byClass);
    const { by: _, ...plain } = style;
    if (byClass) change({ style: plain });
  };
  return (
    <Stack gap="sm">
      <NumberField
        label={t('radius')}
        value={style.radius}
        min={10}
        max={200}
        step={5}
        onChange={(radius) => change({ style: { ...style, radius } })}
      />
      {layer.config.form.length > 0 && (
        <Switch label={t('rings')} description={t('ringsHelp')} checked={byClass} onChange={toggleRings} />
      )}
      {byClass ? (
        <CategorisedEditor {...props} look={{ ...look, style: classes }} change={changeClasses} />
      ) : (
        <>
          <Text size="xs" fw={500} c="dimmed">
            {t('single')}
          </Text>
          <MarkEditor
            mark={style.symbol}
            type={layer.type}
            onChange={(symbol) => change({ style: { ...style, symbol } })}
          />
        </>
      )}
    </Stack>
  );
};
