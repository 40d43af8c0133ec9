// How far apart the lines of the grid stand: as it suits the window, or as a person writes it.
'use client';
import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NumberField } from '@/components/fields/number-field';
import { useFormat } from '@/lib/i18n/use-format';
import { type GridKind, useGrid } from '@/map/state/grid';
import pairs from '../parts/pairs.module.css';

/** What a unit is in the grid's own: seconds of arc, metres; and what its field may hold. */
const UNITS = {
  degrees: {
    degree: { of: 3600, min: 0.001, max: 60, first: 1 },
    minute: { of: 60, min: 0.01, max: 3600, first: 15 },
    second: { of: 1, min: 0.01, max: 3600, first: 30 },
  },
  utm: {
    km: { of: 1000, min: 0.001, max: 1000, first: 10 },
    m: { of: 1, min: 0.1, max: 1_000_000, first: 1000 },
  },
} as const satisfies Record<GridKind, Record<string, { of: number; min: number; max: number; first: number }>>;
type Unit = 'degree' | 'minute' | 'second' | 'km' | 'm';
type Facts = { of: number; min: number; max: number; first: number };
const FIRST: Record<GridKind, Unit> = { degrees: 'minute', utm: 'km' };

export const Spacing = () => {
  const t = useTranslations('map.tools.grid');
  const { number } = useFormat();
  const { on, kind, spacing, sparse, set } = useGrid();
  const [units, setUnits] = useState(FIRST);
  const unit = units[kind];
  const all = UNITS[kind] as Partial<Record<Unit, Facts>>;
  const facts = all[unit] as Facts;
  const own = spacing[kind];
  // Seconds of arc are kept to the hundredth: names of lines tell no more.
  const setOwn = (value: number | null) =>
    set({ spacing: { ...spacing, [kind]: value === null ? null : Math.max(0.01, Number(value.toFixed(2))) } });
  const change = (next: Unit) => {
    const there = all[next] as Facts;
    setUnits({ ...units, [kind]: next });
    // A spacing that the new unit cannot write begins anew.
    if (own !== null && (own / there.of < there.min || own / there.of > there.max)) setOwn(there.first * there.of);
  };
  return (
    <Stack gap="xs">
      <SegmentedControl
        fullWidth
        aria-label={t('spacing')}
        value={own === null ? 'auto' : 'own'}
        onChange={(value) => setOwn(value === 'auto' ? null : facts.first * facts.of)}
        data={(['auto', 'own'] as const).map((value) => ({ value, label: t(`spacings.${value}`) }))}
      />
      {own !== null && (
        <div className={pairs.pairs}>
          <NumberField
            key={unit}
            label={t('apart')}
            value={own / facts.of}
            min={facts.min}
            max={facts.max}
            onChange={(value) => setOwn(value * facts.of)}
          />
          <Select
            label={t('unit')}
            data={Object.keys(all).map((value) => ({ value, label: t(`units.${value}` as 'units.km') }))}
            value={unit}
            allowDeselect={false}
            onChange={(value) => value && change(value as Unit)}
          />
        </div>
      )}
      {on && own !== null && sparse > 1 && (
        <Text size="xs" c="dimmed" role="status">
          {t('sparse', { times: number(sparse) })}
        </Text>
      )}
    </Stack>
  );
};
