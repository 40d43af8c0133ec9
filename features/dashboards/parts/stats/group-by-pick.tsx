// What the records are grouped by: a field, or what every record has; days by a period of the Jalali calendar.
'use client';
import { Select, Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useAction } from '@/components/feedback/use-action';
import { NumberField } from '@/components/fields/number-field';
import { api } from '@/contract';
import { isDated, isList, isNumeric } from '@/contract/fields';
import { type GroupBy, PERIODS, type Period } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import { call } from '@/lib/api/client';
import { relatedField } from '@/lib/statistics/related-fields';
import { useRelatedFields } from '@/lib/statistics/use-related-fields';
import { groupable, groupByField, roundStep, stepOf } from '../../logic/stats/question';

const PLAIN = ['status', 'creator', 'region'] as const;
const DAYS = ['create_date', 'modified_date'] as const;
const FIELD = 'f:';
const COLUMN = 'c:';
const MIN_STEP = 0.000_001;
const MAX_STEP = 1e15;

export interface GroupByPickProps {
  layer: number;
  form: readonly Field[];
  /** A table has no places. */
  hasPlaces: boolean;
  value: GroupBy | null;
  onChange: (by: GroupBy | null) => void;
  /** The second one: anything but regions, lists and what the groups are. */
  isSplitOf?: GroupBy;
}

const RELATED = 'r:';
const relatedId = (relation: string, field: string) => RELATED + JSON.stringify([relation, field]);
const idOf = (by: GroupBy | null) =>
  by &&
  ('field' in by ? FIELD + by.field : 'relation' in by ? relatedId(by.relation, by.related_field) : COLUMN + by.column);
type Source = { field: string } | { relation: string; related_field: string };

interface StepPartProps {
  /** The layer whose records have the field. */
  layer: number;
  field: string;
  source: Source;
  value: GroupBy | null;
  onChange: (by: GroupBy) => void;
}

/** Numbers by their values, or by intervals of one width. */
function StepPart({ layer, field, source, value, onChange }: StepPartProps) {
  const t = useTranslations('dashboards.stats');
  const step = stepOf(value);
  const { run, isBusy } = useAction(async () => {
    const measures = [{ type: 'min', field }, { type: 'max', field }] as const; // biome-ignore format: two
    const { groups } = await call(api.dashboards.statistics, { body: { layer, measures: [...measures] } });
    const [min, max] = groups[0]?.values ?? [];
    onChange({ ...source, step: roundStep(min ?? 0, max ?? 0) });
  });
  return (
    <>
      <Switch
        label={t('inSteps')}
        checked={step !== null}
        disabled={isBusy}
        onChange={(event) => {
          if (event.currentTarget.checked) void run(undefined);
          else onChange(source);
        }}
      />
      {step !== null && (
        <NumberField
          label={t('step')}
          value={step}
          min={MIN_STEP}
          max={MAX_STEP}
          step={step}
          onChange={(next) => onChange({ ...source, step: next })}
        />
      )}
    </>
  );
}

export function GroupByPick({ layer, form, hasPlaces, value, onChange, isSplitOf }: GroupByPickProps) {
  const t = useTranslations('dashboards.stats');
  const first = idOf(isSplitOf ?? null);
  const fields = groupable(form).filter((one) => !isSplitOf || (!isList(one) && FIELD + one.name !== first));
  const related = useRelatedFields(layer);
  const other = relatedField(related, value);
  const pick = (id: string | null) => {
    if (id?.startsWith(RELATED)) {
      const [relation, name] = JSON.parse(id.slice(RELATED.length)) as [string, string];
      const by = { relation, related_field: name };
      const field = relatedField(related, by)?.field;
      return onChange(field && isDated(field) ? { ...by, period: 'month' } : by);
    }
    const name = id?.slice(FIELD.length);
    const field = id?.startsWith(FIELD) ? fields.find((one) => one.name === name) : undefined;
    const days = DAYS.find((one) => one === name);
    const plain = PLAIN.find((one) => one === name);
    if (field) onChange(groupByField(field));
    else if (id?.startsWith(COLUMN) && days) onChange({ column: days, period: 'month' });
    else onChange(id?.startsWith(COLUMN) && plain ? { column: plain } : null);
  };
  const columns = [...PLAIN.filter((one) => one !== 'region' || (hasPlaces && !isSplitOf)), ...DAYS].filter((one) => COLUMN + one !== first); // biome-ignore format: one list
  const field = value && 'field' in value ? fields.find(({ name }) => name === value.field) : undefined;
  const groupField = field ?? other?.field;
  const hasPeriod = value && ('column' in value ? 'period' in value : groupField && isDated(groupField));
  return (
    <>
      <Select
        label={t(isSplitOf ? 'splitBy' : 'groupBy')}
        placeholder={t(isSplitOf ? 'noSplit' : 'whole')}
        clearable
        clearButtonProps={{ 'aria-label': t(isSplitOf ? 'removeSplit' : 'noGroupBy') }}
        searchable
        data={[
          { group: t('fields'), items: fields.map(({ name, label }) => ({ value: FIELD + name, label })) },
          ...related.map((one) => ({
            group: t('relatedTo', { of: one.label }),
            items: one.fields
              .map(({ name, label }) => ({ value: relatedId(one.relation, name), label }))
              .filter((item) => item.value !== first),
          })),
          { group: t('facts'), items: columns.map((one) => ({ value: COLUMN + one, label: t(`columns.${one}`) })) },
        ]}
        value={idOf(value)}
        onChange={pick}
      />
      {value && groupField && !('column' in value) && isNumeric(groupField) && (
        <StepPart
          key={idOf(value)}
          layer={other?.layer ?? layer}
          field={groupField.name}
          source={'field' in value ? { field: value.field } : { relation: value.relation, related_field: value.related_field }} // biome-ignore format: one line
          value={value}
          onChange={onChange}
        />
      )}
      {hasPeriod && (
        <Select
          label={t(isSplitOf ? 'splitPeriod' : 'period')}
          allowDeselect={false}
          data={PERIODS.map((one) => ({ value: one, label: t(`periods.${one}`) }))}
          value={('period' in value && value.period) || 'month'}
          onChange={(period) => onChange({ ...value, period: period as Period } as GroupBy)}
        />
      )}
    </>
  );
}
