// What of a form is read alone: headings, notes, and values that nobody types.
'use client';
import { Input, Text, Title } from '@mantine/core';
import { useValueText } from '@/lib/i18n/use-value-text';
import classes from '../record-panel.module.css';
import type { Control } from './types';

export const SectionControl: Control = ({ field, common }) => (
  <div className={classes.section}>
    <Title order={3} size="h5" id={common.id}>
      <bdi>{field.label}</bdi>
    </Title>
    {common.description && (
      <Text size="sm" c="dimmed">
        {common.description}
      </Text>
    )}
  </div>
);

export const NoteControl: Control = ({ field, common }) => (
  <p className={classes.hint} id={common.id}>
    <bdi>{field.label}</bdi>
    {common.description && <span className={classes.noteText}>{common.description}</span>}
  </p>
);

export const ValueControl: Control = ({ field, value, common: { readOnly: _, required: __, ...common } }) => {
  const textOf = useValueText();
  return (
    <Input.Wrapper {...common} labelElement="div">
      <output className={classes.value} id={common.id}>
        <bdi>{textOf(field, value) || '—'}</bdi>
        {field.unit && <span className={classes.unit}>{field.unit}</span>}
      </output>
    </Input.Wrapper>
  );
};
