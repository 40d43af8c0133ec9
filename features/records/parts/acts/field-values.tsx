// Fields that many records shall have the same value of: chosen one by one, checked as in the form.
'use client';
import { Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { IconButton } from '@/components/icon-button';
import { isFiles } from '@/contract/fields';
import { checkValues, type Field, isWritten, type Value, type Values } from '@/contract/schemas/form';
import { useValueProblem } from '@/lib/form/value-problem';
import classes from '../bulk-edit.module.css';
import { FieldControl } from '../field-control';

/** Fields that many records can have the same value of. */
const isBulkField = (field: Field) => !field.read_only && isWritten(field) && !isFiles(field);

/** The chosen fields, and what is typed for them made clean. */
export function readFieldValues(form: readonly Field[], typed: Values) {
  const fields = Object.keys(typed).flatMap((key) => form.find((field) => field.name === key) ?? []);
  const { values, problems } = checkValues(form, typed, { stored: null });
  return { fields, values, problems, isWrong: Object.keys(problems).length > 0 };
}

interface FieldValuesProps {
  form: readonly Field[];
  typed: Values;
  onChange: (typed: Values) => void;
  /** Whether problems are told already. */
  tried: boolean;
  busy: boolean;
}

export function FieldValues({ form, typed, onChange, tried, busy }: FieldValuesProps) {
  const t = useTranslations('records.bulk');
  const problemText = useValueProblem();
  const name = useId();
  const { fields, problems } = readFieldValues(form, typed);
  const left = form.filter((field) => isBulkField(field) && !(field.name in typed));
  return (
    <>
      <p className={classes.text}>{t('text')}</p>
      {fields.map((field) => {
        const problem = problems[field.name];
        return (
          <div key={field.name} className={classes.field}>
            <div className={classes.control}>
              <FieldControl
                id={`${name}-${field.name}`}
                field={field}
                value={typed[field.name]}
                onChange={(value: Value) => onChange({ ...typed, [field.name]: value })}
                onBlur={() => undefined}
                error={tried && problem ? problemText(field, problem) : null}
                readOnly={busy}
              />
            </div>
            <IconButton
              label={t('drop', { field: field.label })}
              onClick={() => {
                const { [field.name]: _, ...others } = typed;
                onChange(others);
              }}
            >
              <IconX size={16} />
            </IconButton>
          </div>
        );
      })}
      <Select
        label={t('add')}
        data-autofocus
        data={left.map((field) => ({ value: field.name, label: field.label }))}
        value={null}
        searchable
        disabled={left.length === 0}
        nothingFoundMessage={t('noField')}
        placeholder={left.length === 0 ? t('noField') : ''}
        onChange={(field) => field && onChange({ ...typed, [field]: null })}
      />
    </>
  );
}
