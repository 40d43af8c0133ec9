// The part of a widget's dialog that says what is counted: groups, periods, and what is measured of them.
'use client';
import { Group, SegmentedControl, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { isNumeric } from '@/contract/fields';
import { CHART_FORMS } from '@/contract/schemas/boards/board';
import { PERIODS, type Period } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import type { RelatedFields } from '@/lib/statistics/related-fields';
import { COLUMNS, type Draft, groupBy, MEASURES, relatedText } from '../../logic/widget-draft';

const LIMITS = ['5', '10', '25', '100'];

export interface PartProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  fields: readonly Field[];
  /** Of the records that the layer's own belong to. */
  related: readonly RelatedFields[];
}

export function MeasurePart({ draft, change, fields }: Omit<PartProps, 'related'>) {
  const t = useTranslations('boards.edit');
  const numbers = fields.filter(isNumeric);
  return (
    <Group grow align="end">
      <Select
        label={t('measure')}
        allowDeselect={false}
        data={['count' as const, ...MEASURES].map((value) => ({ value, label: t(`measures.${value}`) }))}
        value={draft.measure}
        onChange={(measure) => change({ measure: measure as Draft['measure'] })}
      />
      {draft.measure !== 'count' && (
        <Select
          label={t('field')}
          searchable
          data={numbers.map(({ name, label }) => ({ value: name, label }))}
          nothingFoundMessage={t('noNumbers')}
          value={draft.field}
          onChange={(field) => change({ field })}
        />
      )}
    </Group>
  );
}

export function GroupPart({ draft, change, fields, related }: PartProps) {
  const t = useTranslations('boards.edit');
  const group = groupBy(draft, fields, related);
  const isTime = group && 'period' in group && Boolean(group.period);
  return (
    <>
      <Select
        label={t('by')}
        searchable
        data={[
          { group: t('fields'), items: fields.map(({ name, label }) => ({ value: `field:${name}`, label })) },
          ...related.map((one) => ({
            group: t('relatedTo', { of: one.label }),
            items: one.fields.map(({ name, label }) => ({ value: relatedText(one.relation, name), label })),
          })),
          {
            group: t('ofRecord'),
            items: COLUMNS.map((name) => ({ value: `column:${name}`, label: t(`columns.${name}`) })),
          },
        ]}
        value={draft.by}
        onChange={(by) => change({ by })}
      />
      <Group grow align="end">
        {isTime ? (
          <Select
            label={t('period')}
            allowDeselect={false}
            data={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
            value={draft.period}
            onChange={(period) => change({ period: period as Period })}
          />
        ) : (
          <Select
            label={t('limit')}
            allowDeselect={false}
            data={LIMITS}
            value={draft.limit}
            onChange={(limit) => change({ limit: limit ?? '10' })}
          />
        )}
        <div>
          <SegmentedControl
            fullWidth
            aria-label={t('form')}
            data={CHART_FORMS.map((value) => ({ value, label: t(`forms.${value}`) }))}
            value={draft.form}
            onChange={(form) => change({ form: form as Draft['form'] })}
          />
        </div>
      </Group>
    </>
  );
}
