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

const idOf = (by: GroupBy | null) => by && ('field' in by ? FIELD + by.field : COLUMN + by.column);

/** Numbers by their values, or by intervals of one width. */
function StepPart({ layer, field, value, onChange }: Omit<GroupByPickProps, 'form' | 'hasPlaces'> & { field: string }) {
  const t = useTranslations('dashboards.stats');
  const step = stepOf(value);
  const { run, isBusy } = useAction(async () => {
    const measures = [{ type: 'min', field }, { type: 'max', field }] as const; // biome-ignore format: two
    const { groups } = await call(api.dashboards.statistics, { body: { layer, measures: [...measures] } });
    const [min, max] = groups[0]?.values ?? [];
    onChange({ field, step: roundStep(min ?? 0, max ?? 0) });
  });
  return (
    <>
      <Switch
        label={t('inSteps')}
        checked={step !== null}
        disabled={isBusy}
        onChange={(event) => {
          if (event.currentTarget.checked) void run(undefined);
          else onChange({ field });
        }}
      />
      {step !== null && (
        <NumberField
          label={t('step')}
          value={step}
          min={MIN_STEP}
          max={MAX_STEP}
          step={step}
          onChange={(next) => onChange({ field, step: next })}
        />
      )}
    </>
  );
}

export function GroupByPick({ layer, form, hasPlaces, value, onChange, isSplitOf }: GroupByPickProps) {
  const t = useTranslations('dashboards.stats');
  const first = idOf(isSplitOf ?? null);
  const fields = groupable(form).filter((one) => !isSplitOf || (!isList(one) && FIELD + one.name !== first));
  const pick = (id: string | null) => {
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
  const hasPeriod = value && ('field' in value ? field && isDated(field) : 'period' in value);
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
          { group: t('facts'), items: columns.map((one) => ({ value: COLUMN + one, label: t(`columns.${one}`) })) },
        ]}
        value={idOf(value)}
        onChange={pick}
      />
      {field && isNumeric(field) && (
        <StepPart key={field.name} layer={layer} field={field.name} value={value} onChange={onChange} />
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
