// Inputs of what is chosen: yes or no, one choice, several choices.
'use client';
import { ColorSwatch, Group, Input, MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type Choice, choicesIn, type Field, type Values } from '@/contract/schemas/form';
import classes from '../record-panel.module.css';
import type { Control } from './types';

/** More choices than this are searched. */
const SEARCH_FROM = 10;
/** Choices that are drawn at once. */
const MAX_DRAWN = 200;

export const BooleanControl: Control = ({ value, common, onChange }) => {
  const t = useTranslations('records.form');
  const labelId = `${common.id}-label`;
  return (
    <Input.Wrapper {...common} labelElement="div" labelProps={{ id: labelId }}>
      <SegmentedControl
        fullWidth
        id={common.id}
        aria-labelledby={labelId}
        readOnly={common.readOnly}
        value={value === true || value === 'true' ? 'true' : value === false || value === 'false' ? 'false' : ''}
        onChange={(picked) => onChange(picked === '' ? null : picked === 'true')}
        data={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
          { value: '', label: t('unset') },
        ]}
      />
    </Input.Wrapper>
  );
};

/** The choices that are offered: what the parent leaves and is in use, and what the record already has. */
function useOffer(field: Field, values: Values | null, picked: readonly string[]) {
  const t = useTranslations('records.form');
  const own = new Set(field.choices?.map(({ value }) => value));
  const lost = picked.filter((value) => !own.has(value)).map((value) => ({ value, label: value }));
  const left = values ? choicesIn(field, values) : (field.choices ?? []);
  const offer: readonly Choice[] = [
    ...lost,
    ...left.filter(({ value, retired }) => !retired || picked.includes(value)),
  ];
  const isWaiting = field.parent_field !== undefined && values !== null && left.length === 0;
  const colours = new Map(offer.flatMap(({ value, colour }) => (colour ? [[value, colour] as const] : [])));
  return {
    data: offer.map(({ value, label }) => ({ value, label })),
    searchable: offer.length > SEARCH_FROM,
    limit: MAX_DRAWN,
    placeholder: t(isWaiting ? 'chooseAbove' : 'choose'),
    nothingFoundMessage: t(isWaiting ? 'chooseAbove' : 'noChoice'),
    comboboxProps: { withinPortal: true },
    renderOption: ({ option }: { option: { value: string; label: string } }) => (
      <Group gap={8} wrap="nowrap">
        {colours.has(option.value) && <ColorSwatch size={12} color={colours.get(option.value) ?? ''} />}
        <bdi>{option.label}</bdi>
      </Group>
    ),
  };
}

/** Whether the record as it becomes has lost the choice with the one above it. */
const isEmptied = (field: Field, values: Values, text: string) =>
  (values[field.name] ?? null) === null && !choicesIn(field, values).some(({ value }) => value === text);

export const ChoiceControl: Control = ({ field, text, values, common, onChange }) => {
  // What the choice above leaves no more is emptied with the record, and stands here no longer.
  const isLeft = field.parent_field === undefined || !values || !isEmptied(field, values, text);
  const picked = isLeft ? text : '';
  const { placeholder, ...offer } = useOffer(field, values, picked ? [picked] : []);
  return (
    <Select
      {...common}
      {...offer}
      classNames={{ input: classes.aligned }}
      value={picked || null}
      clearable={!field.required && !common.readOnly}
      placeholder={common.readOnly ? '' : placeholder}
      onChange={(picked) => onChange(picked ?? '')}
    />
  );
};

export const MultiChoiceControl: Control = ({ field, value, values, common, onChange }) => {
  const picked = Array.isArray(value) ? value.map(String) : [];
  const { placeholder, ...offer } = useOffer(field, values, picked);
  return (
    <MultiSelect
      {...common}
      {...offer}
      value={picked}
      hidePickedOptions
      {...(typeof field.max === 'number' && { maxValues: field.max })}
      placeholder={common.readOnly || picked.length > 0 ? '' : placeholder}
      onChange={onChange}
    />
  );
};
