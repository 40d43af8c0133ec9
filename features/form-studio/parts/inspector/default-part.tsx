// What a field begins with in a new record.
'use client';
import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { checkForm } from '@/contract/check-form';
import { isNumeric, isYesNo } from '@/contract/fields';
import { DEFAULTS, type DefaultValue, type Field } from '@/contract/schemas/form';
import inspector from './inspector.module.css';
import { OptionalNumber } from './optional-number';
import type { PartProps } from './part';

const NONE = 'none';
const CONSTANT = 'value';
type Kind = DefaultValue['kind'];

/** The kinds that make sense for a field, as the form's own check has it. */
const kindsFor = (field: Field): Kind[] => {
  const { visible_if: _v, required_if: _r, warn_if: _w, ...plain } = field;
  return DEFAULTS.filter((kind) => checkForm([{ ...plain, default: { kind } }])['form.0.default'] === undefined);
};

type Constant = Extract<DefaultValue, { kind: 'value' }>['value'];

interface ConstantProps {
  field: Field;
  label: string;
  value: Constant | undefined;
  error: string | null;
  onChange: (value: Constant | undefined) => void;
}

export function ConstantInput({ field, label, value, error, onChange }: ConstantProps) {
  const common = useTranslations('common.value');
  const shared = { label, error, 'data-part': 'default' };
  if (isYesNo(field))
    return (
      <SegmentedControl
        fullWidth
        aria-label={label}
        data={[
          { value: 'true', label: common('yes') },
          { value: 'false', label: common('no') },
        ]}
        value={String(value ?? '')}
        onChange={(picked) => onChange(picked === 'true')}
      />
    );
  if (field.type === 'choice')
    return (
      <Select
        {...shared}
        searchable
        clearable
        data={(field.choices ?? []).flatMap(({ value: one, label, retired }) =>
          one === '' || retired ? [] : [{ value: one, label }],
        )}
        value={value === undefined ? null : String(value)}
        onChange={(picked) => onChange(picked ?? undefined)}
      />
    );
  if (isNumeric(field))
    return <OptionalNumber {...shared} value={typeof value === 'number' ? value : undefined} onChange={onChange} />;
  if (field.type === 'date')
    return (
      <PersianDateInput
        {...shared}
        value={value ? String(value) : null}
        onChange={(day) => onChange(day ?? undefined)}
      />
    );
  return (
    <TextInput
      {...shared}
      value={value === undefined ? '' : String(value)}
      maxLength={2000}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** Types whose constant can be typed here. */
export const hasConstant = ({ type }: Field) =>
  !['datetime', 'reference', 'multi_choice', 'signature', 'file', 'image'].includes(type);

export function DefaultPart({ item, onPatch, errorOf }: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const { field } = item;
  const kinds: (Kind | typeof NONE)[] = [NONE, ...(hasConstant(field) ? [CONSTANT as Kind] : []), ...kindsFor(field)];
  const first = field.default;
  return (
    <div className={inspector.part}>
      <Select
        label={t('default')}
        data-part="default"
        allowDeselect={false}
        data={kinds.map((kind) => ({ value: kind as string, label: t(`defaults.${kind}`) }))}
        value={first?.kind ?? NONE}
        error={first?.kind === CONSTANT ? null : errorOf('default')}
        onChange={(kind) => {
          if (kind === NONE || kind === null) onPatch({ default: undefined });
          else if (kind === CONSTANT)
            onPatch({ default: { kind, value: isYesNo(field) ? true : isNumeric(field) ? 0 : '' } });
          else onPatch({ default: { kind } });
        }}
      />
      {first?.kind === CONSTANT && (
        <ConstantInput
          field={field}
          label={t('defaultValue')}
          value={first.value}
          error={errorOf('default')}
          onChange={(value) => onPatch({ default: { kind: CONSTANT, value: value ?? '' } })}
        />
      )}
    </div>
  );
}
