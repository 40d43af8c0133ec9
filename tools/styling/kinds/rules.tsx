// Rules: what each takes (conditions with and, or), between which zooms, and how it is drawn. Later rules lie on top.
'use client';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
import type { Layer } from '@/contract/schemas/layer';
import type { Condition, Rule } from '@/contract/schemas/style';
import { baseMark } from '../logic/classes';
import { colours, type Ramp, rampById } from '../logic/ramps';
import { MarkButton } from '../mark-editor';
import classes from '../styling.module.css';
import type { LookProps } from '../use-look';
import { ZoomRange } from '../zoom-range';
import { ConditionRow, newCondition } from './condition-row';

const MAX_RULES = 50;
const MAX_CONDITIONS = 20;

interface RuleItemProps {
  layer: Layer;
  rule: Rule;
  onChange: (rule: Rule) => void;
  /** Buttons that move and remove the rule. */
  children: ReactNode;
}

const RuleItem = ({ layer, rule, onChange, children }: RuleItemProps) => {
  const t = useTranslations('map.tools.styling');
  const { form } = layer.config;
  const set = (part: Partial<Rule>) => onChange({ ...rule, ...part });
  const conditions = rule.filter?.conditions ?? [];
  const match = rule.filter?.match ?? 'all';
  const setConditions = (next: Condition[]) => set({ filter: next.length > 0 ? { match, conditions: next } : null });
  return (
    <li className={classes.rule}>
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
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
        {children}
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
            if (first) setConditions([...conditions, newCondition(first)]);
          }}
        >
          {t('rules.addCondition')}
        </Button>
      </Group>
      <ZoomRange min={rule.min_zoom} max={rule.max_zoom} onChange={set} />
    </li>
  );
};

export const RulesEditor = ({ layer, look, change }: LookProps) => {
  const t = useTranslations('map.tools.styling');
  const { style } = look;
  if (style.kind !== 'rule') return null;
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
        {rules.map((rule, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name; moving one moves its whole content.
          <RuleItem key={i} layer={layer} rule={rule} onChange={(next) => put(rules.with(i, next))}>
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
          </RuleItem>
        ))}
      </ol>
      <Button variant="default" leftSection={<IconPlus size={16} />} disabled={rules.length >= MAX_RULES} onClick={add}>
        {t('rules.add')}
      </Button>
    </Stack>
  );
};
