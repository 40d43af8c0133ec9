// The input of one field, by its type; label above, problem below.
'use client';
import { Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import type { Field, Value } from '@/contract/schemas/form';
import { useFormat } from '@/lib/i18n/use-format';
import { inputText } from '../logic/form-state';
import { DatetimeInput } from './datetime-input';
import classes from './record-panel.module.css';

const SEARCH_FROM = 8;
const ALIGNED = { classNames: { input: classes.aligned } };

export interface FieldControlProps {
  id: string;
  field: Field;
  /** What was typed, else what is stored. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  onBlur: () => void;
  error: string | null;
  readOnly: boolean;
}

/** Typed text is kept as it is typed; the form reads it. */
export function FieldControl({ id, field, value, onChange, onBlur, error, readOnly }: FieldControlProps) {
  const t = useTranslations('records.form');
  const { lang } = useFormat();
  const locked = readOnly || field.read_only === true;
  const label = <bdi>{field.label}</bdi>;
  const text = inputText(field, value, lang);
  const common = { id, label, error, required: field.required === true && !locked, readOnly: locked, onBlur };
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return (
        <TextInput
          {...common}
          classNames={{ input: classes.aligned }}
          attributes={{ input: { dir: 'ltr' } }}
          inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
          value={text}
          maxLength={40}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'date':
      return (
        <PersianDateInput
          {...common}
          onBlur={undefined}
          onBlurCapture={onBlur}
          value={text || null}
          onChange={(day) => onChange(day ?? '')}
        />
      );
    case 'datetime':
      return <DatetimeInput {...common} value={text} onChange={onChange} />;
    case 'boolean':
      return (
        <Input.Wrapper {...common} labelElement="div" labelProps={{ id: `${id}-label` }}>
          <SegmentedControl
            fullWidth
            id={id}
            aria-labelledby={`${id}-label`}
            readOnly={locked}
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
    case 'choice': {
      const choices = field.choices ?? [];
      return (
        <Select
          {...common}
          {...ALIGNED}
          data={text && !choices.includes(text) ? [text, ...choices] : choices}
          value={text || null}
          clearable={!field.required && !locked}
          searchable={choices.length >= SEARCH_FROM}
          placeholder={locked ? '' : t('choose')}
          nothingFoundMessage={t('noChoice')}
          comboboxProps={{ withinPortal: true }}
          onChange={(picked) => onChange(picked ?? '')}
        />
      );
    }
    case 'long_text':
      return (
        <Textarea
          {...common}
          {...ALIGNED}
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          maxLength={20_000}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...common}
          {...ALIGNED}
          value={text}
          maxLength={20_000}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
