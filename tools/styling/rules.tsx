// Rules: what each takes (conditions with and, or), between which zooms, and how it is drawn. Later rules lie on top.
'use client';
import { Autocomplete, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { isDated, isNumeric } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import type { Condition, Rule } from '@/contract/schemas/style';
import { useRead } from '@/lib/api/hooks';
import { toLatin } from '@/lib/i18n/digits';
import { NumberField } from '../parts/number-field';
import pairs from '../parts/pairs.module.css';
import { baseMark } from './logic/classes';
import { colours, type Ramp, rampById } from './logic/ramps';
import { MarkButton } from './mark-editor';
import classes from './styling.module.css';
import type { LookProps } from './use-look';
import { ZoomRange } from './zoom-range';

const MAX_RULES = 50;
const MAX_CONDITIONS = 20;
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

const ConditionRow = ({ layer, form, condition, onChange, onRemove }: ConditionRowProps) => {
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
        data={form.map((f) => ({ value: f.name, label: f.label }))}
        value={condition.field}
        allowDeselect={false}
        onChange={(name) => {
          const next = form.find((f) => f.name === name);
          if (next) onChange(withOp({ field: next.name, op: 'empty' }, '=', isNumeric(next)));
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
            dir="auto"
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

export const RulesEditor = ({ layer, look, change }: LookProps) => {
  const t = useTranslations('map.tools.styling');
  const { style } = look;
  if (style.kind !== 'rule') return null;
  const { form } = layer.config;
  const { rules } = style;
  const put = (next: Rule[]) => change({ style: { ...style, rules: next } });
  const paint = (i: number) => colours(rampById('okabe') as Ramp, i + 1)[i] as string;
  const add = () =>
    put([
      ...rules,
      {
        label: t('rules.newLabel'),
        filter: null,
        min_zoom: 0,
        max_zoom: 24,
        symbol: { ...baseMark(style), color: paint(rules.length) },
      },
    ]);
  const swap = (i: number, to: number) => put(rules.with(i, rules[to] as Rule).with(to, rules[i] as Rule));
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {t('rules.order')}
      </Text>
      <ol className={classes.rules} aria-label={t('rules.title')}>
        {rules.map((rule, i) => {
          const set = (part: Partial<Rule>) => put(rules.with(i, { ...rule, ...part }));
          const conditions = rule.filter?.conditions ?? [];
          const match = rule.filter?.match ?? 'all';
          const setConditions = (next: Condition[]) =>
            set({ filter: next.length > 0 ? { match, conditions: next } : null });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name; moving one moves its whole content.
            <li key={i} className={classes.rule}>
              <div className={classes.ruleHead}>
                <MarkButton
                  label={t('markOf', { label: rule.label })}
                  mark={rule.symbol}
                  type={layer.type}
                  onChange={(symbol) => set({ symbol })}
                />
                <TextInput
                  aria-label={t('rules.label')}
                  value={rule.label}
                  maxLength={200}
                  dir="auto"
                  onChange={(event) => set({ label: event.currentTarget.value })}
                />
                <IconButton label={t('rules.up')} size={24} disabled={i === 0} onClick={() => swap(i, i - 1)}>
                  <IconArrowUp size={14} />
                </IconButton>
                <IconButton
                  label={t('rules.down')}
                  size={24}
                  disabled={i === rules.length - 1}
                  onClick={() => swap(i, i + 1)}
                >
                  <IconArrowDown size={14} />
                </IconButton>
                <IconButton
                  label={t('rules.remove')}
                  size={24}
                  disabled={rules.length === 1}
                  onClick={() => put(rules.toSpliced(i, 1))}
                >
                  <IconTrash size={14} />
                </IconButton>
              </div>
              {conditions.length === 0 ? (
                <Text size="xs" c="dimmed">
                  {t('rules.everything')}
                </Text>
              ) : (
                conditions.length > 1 && (
                  <Select
                    aria-label={t('rules.match')}
                    data={(['all', 'any'] as const).map((value) => ({ value, label: t(`rules.matches.${value}`) }))}
                    value={match}
                    allowDeselect={false}
                    onChange={(value) =>
                      rule.filter && set({ filter: { ...rule.filter, match: value === 'any' ? 'any' : 'all' } })
                    }
                  />
                )
              )}
              {conditions.map((condition, n) => (
                <ConditionRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name and hold no state.
                  key={n}
                  layer={layer.id}
                  form={form}
                  condition={condition}
                  onChange={(next) => setConditions(conditions.with(n, next))}
                  onRemove={() => setConditions(conditions.toSpliced(n, 1))}
                />
              ))}
              <Group gap="xs">
                <Button
                  variant="subtle"
                  size="compact-sm"
                  leftSection={<IconPlus size={14} />}
                  disabled={form.length === 0 || conditions.length >= MAX_CONDITIONS}
                  onClick={() => {
                    const [first] = form;
                    if (first)
                      setConditions([...conditions, withOp({ field: first.name, op: 'empty' }, '=', isNumeric(first))]);
                  }}
                >
                  {t('rules.addCondition')}
                </Button>
              </Group>
              <ZoomRange min={rule.min_zoom} max={rule.max_zoom} onChange={set} />
            </li>
          );
        })}
      </ol>
      <Button variant="default" leftSection={<IconPlus size={16} />} disabled={rules.length >= MAX_RULES} onClick={add}>
        {t('rules.add')}
      </Button>
    </Stack>
  );
};
