// One mark for each value of a field; the values come from the records themselves.
'use client';
import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import {
  baseMark,
  type CategoryValue,
  categorised,
  coloursOf,
  MAX_CATEGORIES,
  recolour,
  withMarks,
} from './logic/classes';
import { type Ramp, rampById, rampOf } from './logic/ramps';
import { MarkButton } from './mark-editor';
import { RampSelect } from './ramp-select';
import classes from './styling.module.css';
import type { LookProps } from './use-look';

/** Fields whose values are few are the likelier wish. */
const LIKELY: readonly string[] = ['choice', 'boolean', 'text'];

export const CategorisedEditor = ({ layer, look, change }: LookProps) => {
  const t = useTranslations('map.tools.styling');
  const { number } = useFormat();
  const valueText = useValueText();
  const style = look.style.kind === 'categorised' ? look.style : null;
  const form = layer.config.form;
  const likely = LIKELY.flatMap((type) => form.filter((f) => f.type === type))[0] ?? form[0];
  const [name, setName] = useState(style?.field ?? likely?.name ?? '');
  /** The kind or the field was just chosen: it is drawn as soon as its values are known. */
  const [isPending, setIsPending] = useState(style === null);
  const field = form.find((f) => f.name === name);
  const read = useRead(
    api.records.calc,
    { params: { layer: layer.id, type: 'distinct' }, query: { field: name } },
    { enabled: field !== undefined, staleTime: 60_000 },
  );
  const values = read.data?.values;
  const label = (value: CategoryValue) => valueText(field, value);
  const knownRamp = style && rampOf(coloursOf(style));

  const build = (ramp: Ramp, reversed: boolean) =>
    values &&
    change({
      style: categorised({
        field: name,
        values: values.slice(0, MAX_CATEGORIES).map((v) => v.value),
        label,
        ramp,
        reversed,
        base: baseMark(look.style),
      }),
    });

  useEffect(() => {
    if (!isPending || !values || values.length === 0) return;
    setIsPending(false);
    build(knownRamp?.ramp.kind === 'qualitative' ? knownRamp.ramp : (rampById('okabe') as Ramp), false);
  });

  if (!field) return <EmptyState title={t('noFieldTitle')} text={t('noFieldText')} />;
  const counts = new Map(values?.map((v) => [String(v.value), v.count]));
  const named = new Set(style?.categories.map((c) => String(c.value)));
  const missing = style ? (values ?? []).filter((v) => !named.has(String(v.value))) : [];
  const add = () =>
    style &&
    change({
      style: {
        ...style,
        categories: [
          ...style.categories,
          ...missing.slice(0, Math.max(0, 200 - style.categories.length)).map(({ value }) => ({
            value,
            label: label(value),
            symbol: baseMark(style),
          })),
        ],
      },
    });
  return (
    <Stack gap="sm">
      <Select
        label={t('field')}
        data={form.map((f) => ({ value: f.name, label: f.label }))}
        value={name}
        allowDeselect={false}
        searchable
        onChange={(value) => {
          if (!value || value === name) return;
          setName(value);
          setIsPending(true);
        }}
      />
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isLoading && <ListSkeleton rows={4} />}
      {values?.length === 0 && <EmptyState title={t('noValueTitle')} text={t('noValueText')} />}
      {style && style.field === name && (
        <>
          <RampSelect
            value={knownRamp}
            row={coloursOf(style)}
            kinds={['qualitative', 'sequential', 'diverging']}
            onChange={(ramp, reversed) => change({ style: recolour(style, ramp, reversed) })}
          />
          {(values?.length ?? 0) > MAX_CATEGORIES && (
            <Text size="xs" c="dimmed">
              {t('manyValues', { total: number(read.data?.value as number), shown: number(MAX_CATEGORIES) })}
            </Text>
          )}
          <ul className={classes.rows} aria-label={t('categories')}>
            {style.categories.map((category, i) => {
              const title = category.label || label(category.value);
              const set = (part: Partial<typeof category>) =>
                change({ style: { ...style, categories: style.categories.with(i, { ...category, ...part }) } });
              return (
                <li key={String(category.value)} className={classes.row}>
                  <MarkButton
                    label={t('markOf', { label: title })}
                    mark={category.symbol}
                    type={layer.type}
                    onChange={(symbol) => set({ symbol })}
                  />
                  <TextInput
                    aria-label={t('labelOf', { label: label(category.value) })}
                    value={category.label}
                    maxLength={200}
                    dir="auto"
                    onChange={(event) => set({ label: event.currentTarget.value })}
                  />
                  <span className={classes.count}>{number(counts.get(String(category.value)) ?? 0)}</span>
                  <IconButton
                    label={t('removeOf', { label: title })}
                    size={24}
                    onClick={() => change({ style: { ...style, categories: style.categories.toSpliced(i, 1) } })}
                  >
                    <IconX size={14} />
                  </IconButton>
                </li>
              );
            })}
          </ul>
          <Group gap="xs" justify="space-between">
            <Group gap="xs">
              {style.other && (
                <MarkButton
                  label={t('markOf', { label: t('other') })}
                  mark={style.other}
                  type={layer.type}
                  onChange={(other) => change({ style: { ...style, other } })}
                />
              )}
              <Checkbox
                label={t('other')}
                checked={style.other !== null}
                onChange={(event) =>
                  change({
                    style: {
                      ...style,
                      other: event.currentTarget.checked ? { ...baseMark(style), color: '#9aa0ad' } : null,
                    },
                  })
                }
              />
            </Group>
            {missing.length > 0 && style.categories.length < 200 && (
              <Button variant="subtle" size="compact-sm" onClick={add}>
                {t('addValues', { count: number(missing.length) })}
              </Button>
            )}
          </Group>
          <Group gap="xs">
            <MarkButton
              label={t('allMarks')}
              mark={baseMark(style)}
              type={layer.type}
              without={['color']}
              onChange={({ color: _, ...same }) => change({ style: withMarks(style, (m) => ({ ...m, ...same })) })}
            />
            <Text size="sm">{t('allMarks')}</Text>
            <Button
              variant="subtle"
              size="compact-sm"
              ms="auto"
              onClick={() => build(knownRamp?.ramp ?? (rampById('okabe') as Ramp), knownRamp?.reversed ?? false)}
            >
              {t('again')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
};
