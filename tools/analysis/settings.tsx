// What an operation must know besides its inputs: how far, joined or not, which fields are summed up.
'use client';
import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import { LENGTH_UNITS, type LengthUnit } from '@/map/geo/measure-units';
import classes from './analysis.module.css';
import { distanceOf, type Facts, kindsOf, listNumericFields, MAX_METRES } from './analysis-order';
import type { AnalysisAction, AnalysisState } from './machine';

/** Fields of one order on the wire. */
const MAX_SUMS = 10;
const UNITS: readonly LengthUnit[] = ['m', 'km', 'foot', 'mile', 'nmi'];

interface SettingsProps {
  state: AnalysisState;
  facts: Facts;
  act: (action: AnalysisAction) => void;
}

export const Settings = ({ state, facts, act }: SettingsProps) => {
  const t = useTranslations('map.tools.analysis');
  const { how, by, dissolve, sum } = state;
  const { number } = useFormat();
  const set = (change: Extract<AnalysisAction, { do: 'set' }>['change']) => act({ do: 'set', change });
  const form = facts.layers.find(({ id }) => id === by.layer)?.layer.config.form ?? [];
  const sums = how === 'summary' && by.kind === 'layer' ? listNumericFields(form) : [];
  return (
    <>
      {how === 'buffer' && (
        <Distance
          label={t('distance')}
          hint={kindsOf(state.of, facts).has('area') ? t('shrinks') : null}
          typed={state.distance}
          unit={state.unit}
          read={distanceOf(state, facts)}
          onChange={(distance, unit) => set({ distance, unit })}
        />
      )}
      {how === 'nearest' && (
        <Distance
          label={t('reach')}
          hint={null}
          typed={state.reach}
          unit={state.reachUnit}
          read={distanceOf(state, facts)}
          onChange={(reach, reachUnit) => set({ reach, reachUnit })}
        />
      )}
      {(how === 'buffer' || how === 'hull') && (
        <Switch
          label={t('dissolve')}
          description={t('dissolveWhat')}
          checked={dissolve}
          onChange={(event) => set({ dissolve: event.currentTarget.checked })}
        />
      )}
      {sums.length > 0 && (
        <MultiSelect
          label={t('sum')}
          description={t('sumMost', { most: number(MAX_SUMS) })}
          placeholder={sum.length === 0 ? t('sumNone') : undefined}
          data={sums.map(({ name, label }) => ({ value: name, label }))}
          value={[...sum]}
          onChange={(value) => set({ sum: value })}
          maxValues={MAX_SUMS}
          searchable
          clearable
        />
      )}
    </>
  );
};

interface DistanceProps {
  label: string;
  hint: string | null;
  typed: string;
  unit: LengthUnit;
  read: ReturnType<typeof distanceOf>;
  onChange: (typed: string, unit: LengthUnit) => void;
}

const Distance = ({ label, hint, typed, unit, read, onChange }: DistanceProps) => {
  const t = useTranslations('map.tools.analysis');
  const { digits, number } = useFormat();
  const wrong =
    read && 'problem' in read ? t(`problems.${read.problem}`, { most: number(MAX_METRES / LENGTH_UNITS.km) }) : null;
  return (
    <div className={classes.distance}>
      <TextInput
        label={label}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="ltr"
        inputMode="text"
        autoComplete="off"
        maxLength={24}
        value={digits(typed)}
        error={wrong}
        onChange={(event) => onChange(event.currentTarget.value, unit)}
      />
      <Select
        label={t('unit')}
        data={UNITS.map((value) => ({ value, label: t(`units.${value as 'm'}`) }))}
        value={unit}
        allowDeselect={false}
        onChange={(value) => value && onChange(typed, value as LengthUnit)}
      />
    </div>
  );
};
