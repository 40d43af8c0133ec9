// One value of a field, typed or chosen by its type; the form's own check decides about it.
'use client';
import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import type { Field, Value } from '@/contract/schemas/form';

interface OwnValueProps {
  field: Field;
  value: Value;
  onChange: (value: Value) => void;
}

/** Dates with a time are not typed here. */
export const OwnValue = ({ field, value, onChange }: OwnValueProps) => {
  const words = useTranslations('common.value');
  const label = { 'aria-label': field.label };
  const text = value === null ? '' : String(value);
  switch (field.type) {
    case 'boolean':
      return (
        <SegmentedControl
          {...label}
          value={text}
          data={[
            { value: 'true', label: words('yes') },
            { value: 'false', label: words('no') },
          ]}
          onChange={(picked) => onChange(picked === 'true')}
        />
      );
    case 'choice':
      return (
        <Select {...label} data={field.choices ?? []} value={text || null} onChange={onChange} searchable={false} />
      );
    case 'date':
      return <PersianDateInput {...label} value={text || null} onChange={(day) => onChange(day ?? '')} />;
    default:
      return (
        <TextInput
          {...label}
          dir={field.type === 'integer' || field.type === 'decimal' ? 'ltr' : 'auto'}
          maxLength={20_000}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
};
