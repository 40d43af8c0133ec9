// What is measured of each group beside the count, up to eight of it.
'use client';
import { Button, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import type { Measure } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import {
  FIELD_MEASURES,
  type FieldMeasure,
  MAX_MEASURES,
  measurable,
  measureKey,
  nextMeasure,
  type Question,
  shapeMeasures,
} from '../../logic/stats/question';
import classes from './stats.module.css';

export interface MeasuresProps {
  form: readonly Field[];
  layerType: number;
  question: Question;
  onChange: (measures: readonly Measure[]) => void;
}

function MeasureRow({ at, props }: { at: number; props: MeasuresProps }) {
  const t = useTranslations('dashboards.stats');
  const { form, layerType, question, onChange } = props;
  const measure = question.measures[at];
  if (!measure) return null;
  const replace = (one: Measure) => onChange(question.measures.map((old, i) => (i === at ? one : old)));
  const fieldsOf = (type: FieldMeasure) => measurable(form, type, question.groupBy);
  const types = [...FIELD_MEASURES.filter((type) => fieldsOf(type).length > 0), ...shapeMeasures(layerType)];
  const setType = (type: (typeof types)[number]) => {
    if (type === 'area' || type === 'length') return replace({ type });
    const fields = fieldsOf(type);
    const same = 'field' in measure ? fields.find(({ name }) => name === measure.field) : undefined;
    const field = same ?? fields[0];
    if (field) replace({ type, field: field.name });
  };
  return (
    <li className={classes.measure}>
      <Select
        aria-label={t('measureType', { n: at + 1 })}
        allowDeselect={false}
        data={types.map((type) => ({ value: type, label: t(`measures.${type}`) }))}
        value={measure.type}
        onChange={(type) => type && setType(type as (typeof types)[number])}
      />
      {'field' in measure ? (
        <Select
          aria-label={t('measureField', { n: at + 1 })}
          allowDeselect={false}
          searchable
          data={fieldsOf(measure.type).map(({ name, label }) => ({ value: name, label }))}
          value={measure.field}
          onChange={(field) => field && replace({ ...measure, field })}
        />
      ) : (
        <span className={classes.note}>{t('ofShape')}</span>
      )}
      <IconButton
        label={t('removeMeasure', { n: at + 1 })}
        variant="subtle"
        color="gray"
        size={28}
        onClick={() => onChange(question.measures.filter((_, i) => i !== at))}
      >
        <IconX size={16} />
      </IconButton>
    </li>
  );
}

export function Measures(props: MeasuresProps) {
  const t = useTranslations('dashboards.stats');
  const { form, layerType, question, onChange } = props;
  const next = nextMeasure(form, layerType, question);
  return (
    <section className={classes.part} aria-label={t('measuresTitle')}>
      <h3 className={classes.caption}>{t('measuresTitle')}</h3>
      <p className={classes.note}>{t('countAlways')}</p>
      <ul className={classes.list}>
        {question.measures.map((one, i) => (
          <MeasureRow key={measureKey(one)} at={i} props={props} />
        ))}
      </ul>
      {next ? (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.start}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...question.measures, next])}
        >
          {t('addMeasure')}
        </Button>
      ) : (
        <p className={classes.note}>{t(question.measures.length >= MAX_MEASURES ? 'maxMeasures' : 'noMeasures')}</p>
      )}
    </section>
  );
}
