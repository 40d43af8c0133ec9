// Days of the week, by pressing them.
'use client';
import { Chip, Group, Input } from '@mantine/core';
import { WORKDAYS } from '@/contract/catalogue';

export interface WeekDayPickProps {
  label: string;
  description?: string;
  /** A day's name by its id, from Saturday (1) to Friday (7). */
  nameOf: (day: (typeof WORKDAYS)[number]) => string;
  value: readonly number[];
  onChange: (days: number[]) => void;
}

export function WeekDayPick({ label, description, nameOf, value, onChange }: WeekDayPickProps) {
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Chip.Group
        multiple
        value={value.map(String)}
        onChange={(days) => onChange(days.map(Number).sort((a, b) => a - b))}
      >
        <Group gap="xs" mt="xs">
          {WORKDAYS.map((day) => (
            <Chip key={day} value={String(day)} size="sm">
              {nameOf(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
