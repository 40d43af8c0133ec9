// One rule: what it is about, how it compares, and with what; or where the record lies.
'use client';
import { Group, Select, Text, TextInput } from '@mantine/core';
import { IconCircle, IconLine, IconPointFilled, IconPolygon, IconRectangle, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { hasNoValue } from '@/contract/fields';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { PLACE_SHAPES, type PlaceShape } from './machine';
import classes from './query.module.css';
import { COLUMNS, type ColumnName, comparisons, newRule, type QuerySource, type Rule, type Subject } from './tree';
import { ValueInput } from './value-input';

const ICONS = {
  point: IconPointFilled,
  line: IconLine,
  polygon: IconPolygon,
  rectangle: IconRectangle,
  circle: IconCircle,
};
const FIELD = 'field:';
const PLACE = 'place';

/** What is chosen of in a row; rules about related records have a row of their own. */
export type ChosenSubject = Exclude<Subject, { of: 'relation' }>;
const nameOf = (subject: ChosenSubject): string =>
  subject.of === 'place' ? PLACE : subject.of === 'field' ? FIELD + subject.field : subject.column;
const subjectOf = (name: string): Subject =>
  name === PLACE
    ? { of: 'place' }
    : name.startsWith(FIELD)
      ? { of: 'field', field: name.slice(FIELD.length) }
      : { of: 'column', column: name as ColumnName };

export interface RuleRowProps {
  source: QuerySource;
  rule: Rule;
  subject: ChosenSubject;
  incomplete: boolean;
  drawing: boolean;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
  /** Left out where no map is there to draw on: a place is a region then. */
  onDraw?: ((shape: PlaceShape) => void) | undefined;
}

export const RuleRow = ({ source, rule, subject, incomplete, drawing, onChange, onRemove, onDraw }: RuleRowProps) => {
  const t = useTranslations('map.tools.query');
  const { form } = source;
  const fields = [
    {
      group: t('fields'),
      items: form.filter((f) => !hasNoValue(f)).map((f) => ({ value: FIELD + f.name, label: f.label })),
    },
    ...(source.hasColumns === false
      ? []
      : [{ group: t('columns'), items: COLUMNS.map((c) => ({ value: c as string, label: t(`column.${c}`) })) }]),
    ...(source.hasPlaces ? [{ group: t('places'), items: [{ value: PLACE, label: t('place') }] }] : []),
  ].filter(({ items }) => items.length > 0);
  const isPlace = subject.of === 'place';
  return (
    <fieldset className={classes.rule} data-incomplete={incomplete || undefined}>
      <legend className={classes.hidden}>{t('rule')}</legend>
      <Group gap={4} wrap="nowrap">
        <Select
          size="xs"
          flex={3}
          aria-label={t('subject')}
          data={fields}
          searchable
          allowDeselect={false}
          value={nameOf(subject)}
          onChange={(name) => name && onChange({ ...newRule(subjectOf(name), form), key: rule.key })}
        />
        <Select
          size="xs"
          flex={2}
          aria-label={t('comparison')}
          allowDeselect={false}
          data={comparisons(subject, form).map((is) => ({
            value: is,
            label: isPlace ? t(`placeIs.${is as 'within'}`) : t(`is.${is as 'eq'}`),
          }))}
          value={rule.is}
          onChange={(is) => is && onChange({ ...rule, is: is as Rule['is'] })}
        />
        <IconButton label={t('removeRule')} variant="subtle" color="gray" size={28} onClick={onRemove}>
          <IconX size={16} />
        </IconButton>
      </Group>
      {isPlace ? (
        <PlaceInput rule={rule} drawing={drawing} onChange={onChange} onDraw={onDraw} />
      ) : (
        <ValueInput
          source={source}
          rule={rule}
          invalid={incomplete}
          onChange={(values) => onChange({ ...rule, values: [...values] })}
        />
      )}
    </fieldset>
  );
};

function PlaceInput({
  rule,
  drawing,
  onChange,
  onDraw,
}: Pick<RuleRowProps, 'rule' | 'drawing' | 'onChange' | 'onDraw'>) {
  const t = useTranslations('map.tools.query');
  const { digits } = useFormat();
  const regions = useRead(api.regions.short, {}, { staleTime: 300_000 });
  const { where } = rule;
  return (
    <>
      <Group gap={4} wrap="nowrap">
        {onDraw &&
          PLACE_SHAPES.map((shape) => {
            const Icon = ICONS[shape];
            return (
              <IconButton
                key={shape}
                label={t(`draw.${shape}`)}
                size={28}
                variant={drawing ? 'light' : 'default'}
                onClick={() => onDraw(shape)}
              >
                <Icon size={16} />
              </IconButton>
            );
          })}
        <Select
          size="xs"
          flex={1}
          aria-label={t('region')}
          placeholder={t('orRegion')}
          searchable
          clearable
          data={(regions.data ?? []).map((r) => ({ value: String(r.id), label: r.label }))}
          value={where?.kind === 'region' ? String(where.id) : null}
          onChange={(id) => onChange({ ...rule, where: id ? { kind: 'region', id: Number(id) } : null })}
        />
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {drawing
          ? t('drawNow')
          : where?.kind === 'shape'
            ? t(`drawn.${where.geometry.type}`)
            : where
              ? ''
              : t('noPlace')}
      </Text>
      {rule.is === 'within_distance' && (
        <TextInput
          size="xs"
          label={t('distance')}
          dir="ltr"
          inputMode="decimal"
          value={digits(rule.distance)}
          onChange={(event) => onChange({ ...rule, distance: event.currentTarget.value })}
        />
      )}
    </>
  );
}
