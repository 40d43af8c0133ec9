// The map's own time: one Jalali day, week or month after the other, by hand, by keys or by itself.
'use client';
import { Select } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext, IconPlayerTrackPrev, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { Num } from '@/components/num';
import { api } from '@/contract';
import type { StatisticsQuery } from '@/contract/schemas/dashboard';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { keyOf } from '@/lib/api/keys';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { periodText } from '@/lib/i18n/period-text';
import { useFormat } from '@/lib/i18n/use-format';
import { groupRule, keyText } from '@/lib/statistics/group-rule';
import { type Question, type Tree, toBody } from '../../logic/stats/question';
import {
  fieldOfTime,
  groupByTime,
  MAX_STEPS,
  nextStep,
  stepsOf,
  TIME_PERIODS,
  type TimePeriod,
  timesOf,
} from '../../logic/stats/timeline';
import classes from './time-slider.module.css';

const STEP_MS = 1200;
const ICON = 16;

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

/** Steps by itself while it plays. */
function usePlay(count: number, step: () => void) {
  const [isPlaying, setPlaying] = useState(false);
  const isOn = isPlaying && count > 1;
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => latest.current(), STEP_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return { isPlaying: isOn, setPlaying };
}

function Times({
  layer,
  time,
  period,
  onTime,
  onPeriod,
}: {
  layer: Layer;
  time: string;
  period: TimePeriod;
  onTime: (time: string) => void;
  onPeriod: (period: TimePeriod) => void;
}) {
  // biome-ignore format: one line
  const t = useTranslations('dashboards.stats');
  const labelOf = (one: string) => {
    const name = fieldOfTime(one);
    return name === null
      ? t(`columns.${one as 'create_date'}`)
      : (layer.config.form.find((field) => field.name === name)?.label ?? name);
  };
  return (
    <>
      <Select
        size="xs"
        w={150}
        aria-label={t('time.source')}
        allowDeselect={false}
        data={timesOf(layer.config.form).map((value) => ({ value, label: labelOf(value) }))}
        value={time}
        onChange={(value) => value && onTime(value)}
      />
      <Select
        size="xs"
        w={90}
        aria-label={t('period')}
        allowDeselect={false}
        data={TIME_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={period}
        onChange={(value) => onPeriod(value as TimePeriod)}
      />
    </>
  );
}

export default function TimeSlider({ layer, question, onRule, onClose }: TimeSliderProps) {
  const t = useTranslations('dashboards.stats.time');
  const { lang } = useFormat();
  const errorText = useErrorText();
  const [time, setTime] = useState(timesOf(layer.config.form)[0] as string);
  const [period, setPeriod] = useState<TimePeriod>('month');
  const [start, setStart] = useState<string | null>(null);
  const { steps: all, error } = useSteps(layer, question, time, period);
  const steps = all ?? [];
  const place = steps.findIndex((one) => one.start === start);
  const at = place < 0 ? Math.max(0, steps.length - 1) : place;
  const step = steps[at];
  const go = (to: number) => setStart(steps[to]?.start ?? null);
  const { isPlaying, setPlaying } = usePlay(steps.length, () => go(nextStep(at, steps.length)));
  const by = groupByTime(time, period);
  const rule = step ? groupRule(by, keyText(step.start), layer.config.form) : null;
  const ruleText = JSON.stringify(rule);
  useEffect(() => onRule(JSON.parse(ruleText) as Tree | null), [onRule, ruleText]);
  useEffect(() => () => onRule(null), [onRule]);
  useHotkeys('screen', [
    { keys: 'KeyP', run: () => setPlaying(!isPlaying) },
    { keys: 'BracketRight', run: () => go(Math.min(at + 1, steps.length - 1)) },
    { keys: 'BracketLeft', run: () => go(Math.max(at - 1, 0)) },
  ]);
  return (
    <section className={classes.slider} aria-label={t('title')}>
      <Times layer={layer} time={time} period={period} onTime={setTime} onPeriod={setPeriod} />
      {error && <span role="alert">{errorText(error)}</span>}
      {all?.length === 0 && <span>{t('none')}</span>}
      {step && (
        <>
          <IconButton label={t(isPlaying ? 'pause' : 'play')} size={28} onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? <IconPlayerPause size={ICON} /> : <IconPlayerPlay size={ICON} className={classes.turned} />}
          </IconButton>
          <IconButton label={t('before')} size={28} disabled={at === 0} onClick={() => go(at - 1)}>
            <IconPlayerTrackPrev size={ICON} className={classes.turned} />
          </IconButton>
          <input
            type="range"
            className={classes.range}
            aria-label={t('title')}
            aria-valuetext={periodText(period, step.start, lang)}
            min={0}
            max={Math.max(0, steps.length - 1)}
            value={at}
            onChange={(event) => go(Number(event.currentTarget.value))}
          />
          <IconButton label={t('after')} size={28} disabled={at === steps.length - 1} onClick={() => go(at + 1)}>
            <IconPlayerTrackNext size={ICON} className={classes.turned} />
          </IconButton>
          <output className={classes.shown}>
            <bdi>{periodText(period, step.start, lang)}</bdi> · <Num value={step.count} />
          </output>
        </>
      )}
      <IconButton label={t('close')} size={28} onClick={onClose}>
        <IconX size={ICON} />
      </IconButton>
    </section>
  );
}
