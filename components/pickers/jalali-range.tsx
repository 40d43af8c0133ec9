// Days between two ends: one of the usual ranges, or two days of one's own. Days are the organisation's calendar.
'use client';
import { Group, Popover, Select, Stack, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DAY_RANGES, type DayRangeId, daysOf } from '@/contract/boards/days';
import type { DayRange } from '@/lib/collection/filters';
import { today } from '@/lib/i18n/dates';
import { rangeOf } from '@/lib/i18n/day-ranges';
import { PersianDateInput } from '../fields/persian-date-input';
import classes from './jalali-range.module.css';

export interface JalaliRangeProps {
  label: string;
  /** ISO days, both included; null for no limit at all. */
  value: DayRange | null;
  onChange: (range: DayRange | null) => void;
  /** That of the controls beside it; the kit's own where it is left out. */
  size?: 'xs' | 'sm';
  className?: string;
}

export function JalaliRange({ label, value, onChange, size, className }: JalaliRangeProps) {
  const t = useTranslations('common.ranges');
  const [isOwn, setOwn] = useState(false);
  const [picked, setPicked] = useState<DayRangeId | null>(null);
  const range = value && rangeOf({ range: picked, ...value }, today());
  const isOpen = isOwn || range === 'custom';
  const [isEditing, setEditing] = useState(false);
  const handlePick = (id: string | null) => {
    const days = id === null ? null : daysOf(id as DayRangeId, today());
    setPicked(id as DayRangeId | null);
    setOwn(id === 'custom');
    setEditing(id === 'custom');
    if (id !== 'custom') onChange(days && { ...days, range: id as DayRangeId });
  };
  const handleEnd = (part: Partial<DayRange>) => {
    const next = { from: null, to: null, ...value, ...part, range: null };
    onChange(next.from || next.to ? next : null);
  };
  return (
    <Popover opened={isOpen && isEditing} onChange={setEditing} position="bottom-start" withRoles={false}>
      <Popover.Target>
        <div className={className}>
          <Select
            {...(size ? { size } : {})}
            aria-label={label}
            placeholder={label}
            clearable
            clearButtonProps={{ 'aria-label': t('clear') }}
            data={DAY_RANGES.map((id) => ({ value: id, label: t(id) }))}
            value={isOpen ? 'custom' : range}
            onChange={handlePick}
            {...(isOpen
              ? {
                  leftSection: (
                    <UnstyledButton className={classes.edit} aria-label={t('edit')} onClick={() => setEditing(true)}>
                      …
                    </UnstyledButton>
                  ),
                }
              : {})}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <PersianDateInput
              label={t('from')}
              value={value?.from ?? null}
              {...(value?.to ? { max: value.to } : {})}
              onChange={(from) => handleEnd({ from })}
            />
            <PersianDateInput
              label={t('to')}
              value={value?.to ?? null}
              {...(value?.from ? { min: value.from } : {})}
              onChange={(to) => handleEnd({ to })}
            />
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
