// The input of one field, by its type; label above, problem below.
'use client';
import { Input, SegmentedControl, Select, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import {
  type Field,
  type FieldType,
  isRequired,
  isVisible,
  type Preset,
  type Value,
  type Values,
  warningsOf,
} from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { useFormat } from '@/lib/i18n/use-format';
import { inputText } from '../logic/form-state';
import { DatetimeInput } from './datetime-input';
import classes from './record-panel.module.css';
import type { useRecordForm } from './use-record-form';

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
  /** What the form says of the value, and saves it all the same. */
  warning?: string | null;
  readOnly: boolean;
}

interface ControlProps extends Pick<FieldControlProps, 'field' | 'value' | 'onChange' | 'onBlur'> {
  /** The value as it stands in an input. */
  text: string;
  /** What every input takes. */
  common: Pick<FieldControlProps, 'id' | 'error' | 'readOnly' | 'onBlur'> & {
    label: ReactNode;
    description: ReactNode;
    required: boolean;
  };
}
type Control = (props: ControlProps) => ReactNode;

const NumberControl: Control = ({ field, text, common, onChange }) => (
  <TextInput
    {...common}
    classNames={{ input: classes.aligned }}
    attributes={{ input: { dir: 'ltr' } }}
    inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
    {...(field.unit && { rightSection: <span className={classes.unit}>{field.unit}</span>, rightSectionWidth: 'auto' })}
    value={text}
    maxLength={40}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** The first and the last day that a field takes. */
const dayLimits = ({ min, max }: Field) => ({
  ...(typeof min === 'string' && { min }),
  ...(typeof max === 'string' && { max }),
});

const DateControl: Control = ({ field, text, common, onChange, onBlur }) => (
  <PersianDateInput
    {...common}
    onBlur={undefined}
    onBlurCapture={onBlur}
    {...dayLimits(field)}
    value={text || null}
    onChange={(day) => onChange(day ?? '')}
  />
);

const DatetimeControl: Control = ({ field, text, common, onChange }) => (
  <DatetimeInput {...common} {...dayLimits(field)} value={text} onChange={onChange} />
);

const BooleanControl: Control = ({ value, common, onChange }) => {
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

const ChoiceControl: Control = ({ field, text, common, onChange }) => {
  const t = useTranslations('records.form');
  const choices = field.choices ?? [];
  return (
    <Select
      {...common}
      {...ALIGNED}
      data={text && !choices.includes(text) ? [text, ...choices] : choices}
      value={text || null}
      clearable={!field.required && !common.readOnly}
      searchable={choices.length >= SEARCH_FROM}
      placeholder={common.readOnly ? '' : t('choose')}
      nothingFoundMessage={t('noChoice')}
      comboboxProps={{ withinPortal: true }}
      onChange={(picked) => onChange(picked ?? '')}
    />
  );
};

const LongTextControl: Control = ({ text, common, onChange }) => (
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

type Typing = Pick<TextInputProps, 'type' | 'inputMode' | 'autoComplete'>;
/** Which keys a telephone offers for a text of known form; all but the plate are written from left to right. */
const TYPING: Record<Preset, Typing> = {
  phone: { type: 'tel', inputMode: 'tel' },
  email: { inputMode: 'email' },
  url: { inputMode: 'url' },
  national_code: { inputMode: 'numeric' },
  postal_code: { inputMode: 'numeric' },
  plate: {},
  sheba: {},
};

const TextControl: Control = ({ field, text, common, onChange }) => {
  const preset = field.pattern && 'preset' in field.pattern ? field.pattern.preset : null;
  return (
    <TextInput
      {...common}
      {...ALIGNED}
      {...(preset && { ...TYPING[preset], autoComplete: 'off', attributes: { input: { dir: 'ltr' } } })}
      value={text}
      maxLength={20_000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

const CONTROLS: Record<FieldType, Control> = {
  text: TextControl,
  long_text: LongTextControl,
  integer: NumberControl,
  decimal: NumberControl,
  date: DateControl,
  datetime: DatetimeControl,
  boolean: BooleanControl,
  choice: ChoiceControl,
};

/** Typed text is kept as it is typed; the form reads it. */
export function FieldControl({ id, field, value, onChange, onBlur, error, warning, readOnly }: FieldControlProps) {
  const { lang } = useFormat();
  const locked = readOnly || field.read_only === true;
  const label = <bdi>{field.label}</bdi>;
  const description = field.hint && <bdi>{field.hint}</bdi>;
  const common = {
    id,
    label,
    description,
    error,
    required: field.required === true && !locked,
    readOnly: locked,
    onBlur,
  };
  const Control = CONTROLS[field.type];
  const text = inputText(field, value, lang);
  return (
    <>
      <Control field={field} value={value} text={text} common={common} onChange={onChange} onBlur={onBlur} />
      {warning && (
        <p role="status" className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          <bdi>{warning}</bdi>
        </p>
      )}
    </>
  );
}

interface RecordFieldsProps {
  id: string;
  layer: { config: Pick<Layer['config'], 'form'> };
  form: Pick<ReturnType<typeof useRecordForm>, 'values' | 'typed' | 'set' | 'leave' | 'errorOf'> & {
    base: { value: Values } | null;
  };
  readOnly: boolean;
}

/** The fields that are part of the record as it stands; what was typed into another waits behind it. */
export function RecordFields({ id, layer, form, readOnly }: RecordFieldsProps) {
  const { form: fields } = layer.config;
  const { values } = form;
  const warnings = warningsOf(fields, values);
  const visible = fields.map((field, i) => ({ field, i })).filter(({ field }) => isVisible(fields, field, values));
  return (
    <div className={classes.fields}>
      {visible.map(({ field, i }) => (
        <div key={field.name} className={classes.field} data-half={field.width === 'half' || undefined}>
          <FieldControl
            id={`${id}-${i}`}
            field={{ ...field, required: isRequired(fields, field, values) }}
            warning={warnings[field.name] ?? null}
            value={field.name in form.typed ? form.typed[field.name] : form.base?.value[field.name]}
            onChange={(value) => form.set(field.name, value)}
            onBlur={() => form.leave(field.name)}
            error={form.errorOf(field.name)}
            readOnly={readOnly}
          />
        </div>
      ))}
    </div>
  );
}
