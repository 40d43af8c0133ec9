// One mark for each value of a field; the values come from the records themselves.
'use client';
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { isReadable } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import type { Style } from '@/contract/schemas/style';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import {
  baseMark,
  type Categorised,
  type CategoryValue,
  categorised,
  coloursOf,
  MAX_CATEGORIES,
  recolour,
  withMarks,
} from '../logic/classes';
import { type Ramp, rampById, rampOf } from '../logic/ramps';
import { MarkButton } from '../mark-editor';
import { RampSelect } from '../ramp-select';
import classes from '../styling.module.css';
import type { LookProps } from '../use-look';
import { AllMarks, ClassRow } from './class-row';
import { useFewValues } from './use-few-values';

/** Categories that a style may have. */
const MAX_ROWS = 200;

const optionsOf = (form: readonly Field[]) => form.filter(isReadable).map((f) => ({ value: f.name, label: f.label }));

interface CategoriesProps {
  type: number;
  style: Categorised;
  onChange: (style: Categorised) => void;
}

interface CategoryRowsProps extends CategoriesProps {
  /** Records by value. */
  counts: ReadonlyMap<string, number>;
  valueText: (value: CategoryValue) => string;
}

const CategoryRows = ({ type, style, counts, valueText, onChange }: CategoryRowsProps) => {
  const t = useTranslations('map.tools.styling');
  const { categories } = style;
  return (
    <ul className={classes.rows} aria-label={t('categories')}>
      {categories.map((category, i) => (
        <ClassRow
          key={String(category.value)}
          name={valueText(category.value)}
          label={category.label}
          mark={category.symbol}
          type={type}
          count={counts.get(String(category.value)) ?? 0}
          onChange={(part) => onChange({ ...style, categories: categories.with(i, { ...category, ...part }) })}
        >
          <IconButton
            label={t('removeOf', { label: category.label || valueText(category.value) })}
            size={24}
            onClick={() => onChange({ ...style, categories: categories.toSpliced(i, 1) })}
          >
            <IconX size={14} />
          </IconButton>
        </ClassRow>
      ))}
    </ul>
  );
};

/** Whether, and how, records of all other values are drawn. */
const OtherMark = ({ type, style, onChange }: CategoriesProps) => {
  const t = useTranslations('map.tools.styling');
  return (
    <Group gap="xs">
      {style.other && (
        <MarkButton
          label={t('markOf', { label: t('other') })}
          mark={style.other}
          type={type}
          onChange={(other) => onChange({ ...style, other })}
        />
      )}
      <Checkbox
        label={t('other')}
        checked={style.other !== null}
        onChange={(event) =>
          onChange({ ...style, other: event.currentTarget.checked ? { ...baseMark(style), color: '#9aa0ad' } : null })
        }
      />
    </Group>
  );
};

/** The field that is drawn, its values at the server, and the style that is made of them. */
const useCategories = ({ layer, look, change }: LookProps) => {
  const valueText = useValueText();
  const style = look.style.kind === 'categorised' ? look.style : null;
  const { form } = layer.config;
  const [pick, setName] = useState(style?.field ?? null);
  const likely = useFewValues(layer, pick === null);
  const name = pick ?? likely ?? '';
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
  const ramp = style && rampOf(coloursOf(style));

  const build = (next: Ramp, reversed: boolean) =>
    values &&
    change({
      style: categorised({
        field: name,
        values: values.slice(0, MAX_CATEGORIES).map((v) => v.value),
        label,
        ramp: next,
        reversed,
        base: baseMark(look.style),
      }),
    });

  useEffect(() => {
    if (!isPending || !values || values.length === 0) return;
    setIsPending(false);
    build(ramp?.ramp.kind === 'qualitative' ? ramp.ramp : (rampById('fresh') as Ramp), false);
  });

  const setField = (next: string | null) => {
    if (!next || next === name) return;
    setName(next);
    setIsPending(true);
  };
  return { style, field, setField, read, values, label, ramp, build };
};

/** Values that have no category. */
const missingFrom = <V extends { value: CategoryValue }>({ categories }: Categorised, values: readonly V[]): V[] => {
  const present = new Set(categories.map((c) => String(c.value)));
  return values.filter((v) => !present.has(String(v.value)));
};

export const CategorisedEditor = (props: LookProps) => {
  const t = useTranslations('map.tools.styling');
  const { number } = useFormat();
  const { style, field, setField, read, values, label, ramp, build } = useCategories(props);
  const { layer, change } = props;
  if (!layer.config.form[0]) return <EmptyState title={t('noFieldTitle')} text={t('noFieldText')} noAct="final" />;
  if (!field) return <ListSkeleton rows={4} />;

  const restyle = (next: Style) => change({ style: next });
  const counts = new Map(values?.map((v) => [String(v.value), v.count]));
  const missing = style ? missingFrom(style, values ?? []) : [];
  const add = () =>
    style &&
    restyle({
      ...style,
      categories: [
        ...style.categories,
        ...missing.slice(0, Math.max(0, MAX_ROWS - style.categories.length)).map(({ value }) => ({
          value,
          label: label(value),
          symbol: baseMark(style),
        })),
      ],
    });
  return (
    <Stack gap="sm">
      <Select
        label={t('field')}
        data={optionsOf(layer.config.form)}
        value={field.name}
        allowDeselect={false}
        searchable
        onChange={setField}
      />
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isLoading && <ListSkeleton rows={4} />}
      {values?.length === 0 && <EmptyState title={t('noValueTitle')} text={t('noValueText')} noAct="beside" />}
      {style && style.field === field.name && (
        <>
          <RampSelect
            value={ramp}
            row={coloursOf(style)}
            kinds={['qualitative', 'sequential', 'diverging']}
            onChange={(ramp, reversed) => restyle(recolour(style, ramp, reversed))}
          />
          {(values?.length ?? 0) > MAX_CATEGORIES && (
            <Text size="xs" c="dimmed">
              {t('manyValues', { total: number(read.data?.value as number), shown: number(MAX_CATEGORIES) })}
            </Text>
          )}
          <CategoryRows type={layer.type} style={style} counts={counts} valueText={label} onChange={restyle} />
          <Group gap="xs" justify="space-between">
            <OtherMark type={layer.type} style={style} onChange={restyle} />
            {missing.length > 0 && style.categories.length < MAX_ROWS && (
              <Button variant="subtle" size="compact-sm" onClick={add}>
                {t('addValues', { count: number(missing.length) })}
              </Button>
            )}
          </Group>
          <Group gap="xs">
            <AllMarks
              style={style}
              type={layer.type}
              without={['color']}
              onChange={(same) => restyle(withMarks(style, ({ color }) => ({ ...same, color })))}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              ms="auto"
              onClick={() => build(ramp?.ramp ?? (rampById('fresh') as Ramp), ramp?.reversed ?? false)}
            >
              {t('again')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
};
