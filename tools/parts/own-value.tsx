// One value of a field, typed or chosen by its type; the form's own check decides about it.
'use client';
import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { isNumeric } from '@/contract/fields';
import type { Field, FieldType, Value } from '@/contract/schemas/form';

interface OwnValueProps {
  field: Field;
  value: Value;
  onChange: (value: Value) => void;
}
interface ControlProps extends Pick<OwnValueProps, 'field' | 'onChange'> {
  text: string;
  label: { 'aria-label': string };
}
type Control = (props: ControlProps) => ReactNode;

const TypedText: Control = ({ field, text, label, onChange }) => (
  <TextInput
    {...label}
    dir={isNumeric(field) ? 'ltr' : 'auto'}
    maxLength={20_000}
    value={text}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

const YesNo: Control = ({ text, label, onChange }) => {
  const t = useTranslations('common.value');
  return (
    <SegmentedControl
      {...label}
      value={text}
      data={[
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
      onChange={(picked) => onChange(picked === 'true')}
    />
  );
};

const Choice: Control = ({ field, text, label, onChange }) => (
  <Select
    {...label}
    data={(field.choices ?? []).filter(({ retired }) => !retired)}
    value={text || null}
    onChange={onChange}
    searchable={false}
  />
);

const Day: Control = ({ text, label, onChange }) => (
  <PersianDateInput {...label} value={text || null} onChange={(day) => onChange(day ?? '')} />
);

const CONTROLS: Record<FieldType, Control | null> = {
  text: TypedText,
  long_text: TypedText,
  integer: TypedText,
  decimal: TypedText,
  date: Day,
  datetime: null,
  boolean: YesNo,
  time: TypedText,
  choice: Choice,
  multi_choice: null,
  file: null,
  image: null,
  signature: null,
  barcode: TypedText,
  reference: null,
  computed: null,
  section: null,
  note: null,
};

/** A value of the field can be typed or chosen here. */
export const hasOwnValue = ({ type }: Field): boolean => CONTROLS[type] !== null;

export const OwnValue = ({ field, value, onChange }: OwnValueProps) => {
  const Control = CONTROLS[field.type];
  const text = value === null ? '' : String(value);
  return Control && <Control field={field} text={text} label={{ 'aria-label': field.label }} onChange={onChange} />;
};
