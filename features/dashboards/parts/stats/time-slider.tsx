// The time of the statistics' map: it steps through the periods of what is asked.
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { TimeBar, type TimePeriod } from '@/components/pickers/time-bar';
import { api } from '@/contract';
import { fieldOfSource, timeSources } from '@/contract/filters/time-span';
import type { StatisticsQuery } from '@/contract/schemas/dashboard';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { keyOf } from '@/lib/api/keys';
import { periodText } from '@/lib/i18n/period-text';
import { useFormat } from '@/lib/i18n/use-format';
import { groupRule, keyText } from '@/lib/statistics/group-rule';
import { type Question, type Tree, toBody } from '../../logic/stats/question';
import { groupByTime, MAX_STEPS, stepsOf } from '../../logic/stats/timeline';

export interface TimeSliderProps {
  layer: Layer;
  question: Question;
  /** The period that the map shows. */
  onRule: (rule: Tree | null) => void;
  onClose: () => void;
}

/** The periods of what is asked, without its groups. */
function useSteps(layer: Layer, question: Question, time: string, period: TimePeriod) {
  const { query, regions, users } = toBody({ ...question, layer: layer.id }) as StatisticsQuery;
  const body: StatisticsQuery = {
    layer: layer.id,
    ...(query ? { query } : {}),
    ...(regions ? { regions } : {}),
    ...(users ? { users } : {}),
    group_by: groupByTime(time, period),
    sort_by: 'key',
    limit: MAX_STEPS,
  };
  const { data, error } = useQuery({
    queryKey: keyOf(api.dashboards.statistics, { body }),
    queryFn: ({ signal }) => call(api.dashboards.statistics, { body }, { signal }),
    placeholderData: keepPreviousData,
  });
  return { steps: useMemo(() => (data ? stepsOf(data, period) : null), [data, period]), error };
}

export default function TimeSlider({ layer, question, onRule, onClose }: TimeSliderProps) {
  const t = useTranslations('dashboards.stats');
  const { lang } = useFormat();
  const { form } = layer.config;
  const [time, setTime] = useState(timeSources(form)[0] as string);
  const [period, setPeriod] = useState<TimePeriod>('month');
  const [start, setStart] = useState<string | null>(null);
  const { steps, error } = useSteps(layer, question, time, period);
  const place = steps?.findIndex((one) => one.start === start) ?? -1;
  const at = place < 0 ? Math.max(0, (steps?.length ?? 0) - 1) : place;
  const step = steps?.[at];
  const rule = step ? groupRule(groupByTime(time, period), keyText(step.start), form, []) : null;
  const ruleText = JSON.stringify(rule);
  useEffect(() => onRule(JSON.parse(ruleText) as Tree | null), [onRule, ruleText]);
  useEffect(() => () => onRule(null), [onRule]);
  const labelOf = (one: string) => {
    const name = fieldOfSource(one);
    return name === null
      ? t(`columns.${one as 'create_date'}`)
      : (form.find((field) => field.name === name)?.label ?? name);
  };
  return (
    <TimeBar
      sources={timeSources(form).map((value) => ({ value, label: labelOf(value) }))}
      source={time}
      onSource={setTime}
      period={period}
      onPeriod={setPeriod}
      steps={steps?.length ?? null}
      at={at}
      onStep={(to) => setStart(steps?.[to]?.start ?? null)}
      text={step ? periodText(period, step.start, lang) : ''}
      count={step ? { n: step.count } : null}
      error={error}
      hasScreenKeys
      onClose={onClose}
    />
  );
}
