// Chooses a colour ramp by looking at it; the ones that colour-blind people can read say so.
'use client';
import { Group, Select, Text } from '@mantine/core';
import { IconArrowsExchange, IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { colours, RAMP_KINDS, RAMPS, type Ramp, type RampKind, rampById } from './logic/ramps';
import classes from './styling.module.css';

const Strip = ({ row }: { row: readonly string[] }) => (
  <span className={classes.strip} data-swatch aria-hidden>
    {row.map((colour, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps of a ramp have no other name.
      <span key={i} style={{ background: colour }} />
    ))}
  </span>
);

export interface RampSelectProps {
  /** Null where the colours are the user's own. */
  value: { ramp: Ramp; reversed: boolean } | null;
  /** The colours in use: what stands in the field. */
  row: readonly string[];
  kinds: readonly RampKind[];
  onChange: (ramp: Ramp, reversed: boolean) => void;
}

export const RampSelect = ({ value, row, kinds, onChange }: RampSelectProps) => {
  const t = useTranslations('map.tools.styling.ramps');
  const name = (ramp: Ramp) => t(`names.${ramp.id as 'viridis'}`);
  const groups = RAMP_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => ({
    group: t(`kinds.${kind}`),
    items: RAMPS.filter((r) => r.kind === kind).map((r) => ({ value: r.id, label: name(r) })),
  }));
  return (
    <Group gap={4} wrap="nowrap" align="end">
      <Select
        flex={1}
        label={t('label')}
        placeholder={t('own')}
        data={groups}
        value={value?.ramp.id ?? null}
        allowDeselect={false}
        maxDropdownHeight={320}
        // Wider than the field: a ramp, its name and what it is fit for stand in one line.
        comboboxProps={{ width: 296, position: 'bottom-start' }}
        leftSection={<Strip row={row.slice(0, 12)} />}
        leftSectionWidth={84}
        leftSectionPointerEvents="none"
        onChange={(id) => {
          const ramp = id === null ? undefined : rampById(id);
          if (ramp) onChange(ramp, value?.reversed ?? false);
        }}
        renderOption={({ option, checked }) => {
          const ramp = rampById(option.value);
          return (
            <div className={classes.ramp}>
              {ramp && <Strip row={colours(ramp, 7)} />}
              <Text size="sm" component="span">
                {option.label}
              </Text>
              {ramp?.safe && (
                <Text size="xs" c="dimmed" component="span" ms="auto">
                  {t('safe')}
                </Text>
              )}
              {checked && <IconCheck size={14} aria-hidden />}
            </div>
          );
        }}
      />
      <IconButton
        label={t('reverse')}
        variant="default"
        disabled={value === null}
        aria-pressed={value?.reversed ?? false}
        onClick={() => value && onChange(value.ramp, !value.reversed)}
      >
        <IconArrowsExchange size={18} />
      </IconButton>
    </Group>
  );
};
