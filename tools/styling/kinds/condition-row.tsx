// One condition of a rule: a field, how it is compared, and with what.
'use client';
import { Autocomplete, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { NumberField } from '@/components/fields/number-field';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { isDated, isNumeric, isReadable } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import type { Condition } from '@/contract/schemas/style';
import { useRead } from '@/lib/api/hooks';
import { toLatin } from '@/lib/i18n/digits';
import pairs from '../../parts/pairs.module.css';
import classes from '../styling.module.css';

const MAX_SUGGESTED = 50;
const OPS = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'empty', 'not_empty'] as const;
type Op = (typeof OPS)[number];
/** Signs cannot stand in the keys of messages. */
const OP_KEYS = {
  '=': 'is',
  '!=': 'isNot',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
  contains: 'contains',
  empty: 'empty',
  not_empty: 'notEmpty',
} as const;

/** The operations that mean something for a field. */
const opsOf = (field: Field | undefined): readonly Op[] =>
  field && (isNumeric(field) || isDated(field))
    ? OPS.filter((op) => op !== 'contains')
    : OPS.filter((op) => !/[<>]/.test(op));

/** The condition with another operation, its value kept where that still means something. */
const withOp = (c: Condition, op: Op, numeric: boolean): Condition => {
  const value = 'value' in c ? c.value : numeric ? 0 : '';
  if (op === 'empty' || op === 'not_empty') return { field: c.field, op };
  if (op === 'contains') return { field: c.field, op, value: String(value) };
  return { field: c.field, op, value: numeric ? Number(value) || 0 : value };
};

interface ConditionRowProps {
  layer: number;
  form: readonly Field[];
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

export const ConditionRow = ({ layer, form, condition, onChange, onRemove }: ConditionRowProps) => {
  const t = useTranslations('map.tools.styling');
  const field = form.find((f) => f.name === condition.field);
  const numeric = field !== undefined && isNumeric(field);
  const asks = 'value' in condition;
  const suggested = useRead(
    api.records.calc,
    { params: { layer, type: 'distinct' }, query: { field: condition.field } },
    { enabled: field !== undefined && asks && !numeric, staleTime: 60_000 },
  );
  return (
    <div className={classes.condition}>
      <Select
        aria-label={t('field')}
        data={form.filter(isReadable).map((f) => ({ value: f.name, label: f.label }))}
        value={condition.field}
        allowDeselect={false}
        onChange={(name) => {
          const next = form.find((f) => f.name === name);
          if (next) onChange(newCondition(next));
        }}
      />
      <Select
        aria-label={t('rules.op')}
        data={opsOf(field).map((op) => ({ value: op, label: t(`rules.ops.${OP_KEYS[op]}`) }))}
        value={condition.op}
        allowDeselect={false}
        onChange={(op) => op && onChange(withOp(condition, op as Op, numeric))}
      />
      <IconButton label={t('rules.removeCondition')} size={28} onClick={onRemove}>
        <IconX size={14} />
      </IconButton>
      {asks &&
        (numeric ? (
          <NumberField
            aria-label={t('rules.value')}
            className={pairs.wide}
            value={Number(condition.value) || 0}
            min={-1e15}
            max={1e15}
            onChange={(value) => onChange({ ...condition, value } as Condition)}
          />
        ) : (
          <Autocomplete
            aria-label={t('rules.value')}
            className={pairs.wide}
            value={String(condition.value)}
            maxLength={500}
            error={condition.op === 'contains' && condition.value === '' ? t('rules.needsText') : null}
            data={[...new Set((suggested.data?.values ?? []).map((v) => String(v.value)))].slice(0, MAX_SUGGESTED)}
            onChange={(text) => {
              const value = field && isDated(field) ? toLatin(text) : text;
              onChange({ ...condition, value } as Condition);
            }}
          />
        ))}
    </div>
  );
};

/** What a field's condition begins with. */
export const newCondition = (field: Field): Condition =>
  withOp({ field: field.name, op: 'empty' }, '=', isNumeric(field));
