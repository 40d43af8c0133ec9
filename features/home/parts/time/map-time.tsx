// A layer of the map through time: while the bar is open the map draws only its records of one day, week or month.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { TimeBar, type TimePeriod } from '@/components/pickers/time-bar';
import { fieldOfSource, timeSources } from '@/contract/filters/time-span';
import type { Layer } from '@/contract/schemas/layer';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { useLayers } from '@/map';
import { useMapTime } from '../../logic/map-time';
import { stepEnd, stepsBetween, stepText } from '../../logic/time-steps';
import { useDayBounds, useSpanCount } from './use-layer-days';

export interface MapTimeProps {
  layer: Layer;
  /** The map still draws the layer. */
  isLoading: boolean;
  /** Nothing else is open that Escape closes. */
  isAlone: boolean;
}

/** Where the bar stands: at a day, so that another period or language stays near it. */
function useSteps(layer: Layer, source: string, period: TimePeriod) {
  const { lang } = useFormat();
  const { bounds, error } = useDayBounds(layer.id, source);
  const { oldest, newest } = bounds ?? {};
  const steps = useMemo(
    () => (oldest && newest ? stepsBetween(lang, period, oldest, newest) : null),
    [lang, period, oldest, newest],
  );
  const [day, setDay] = useState<string | null>(null);
  // The step that holds the day; the newest one at first.
  const place = day && steps ? steps.findLastIndex((start) => start <= day) : (steps?.length ?? 1) - 1;
  const at = Math.max(0, place);
  const start = steps?.[at] ?? null;
  return {
    count: bounds === undefined ? null : (steps?.length ?? 0),
    at,
    onStep: (to: number) => setDay(steps?.[to] ?? null),
    start,
    end: start && stepEnd(lang, period, start),
    text: start ? stepText(lang, period, start) : '',
    error,
  };
}

export default function MapTime({ layer, isLoading, isAlone }: MapTimeProps) {
  const t = useTranslations('home.time');
  const { form } = layer.config;
  const sources = timeSources(form);
  const [picked, setSource] = useState(sources[0] as string);
  const source = sources.includes(picked) ? picked : (sources[0] as string);
  const [period, setPeriod] = useState<TimePeriod>('month');
  const { count, at, onStep, start, end, text, error } = useSteps(layer, source, period);
  const span = useMemo(() => (start && end ? { of: source, from: start, to: end } : null), [source, start, end]);
  const { setSpan, close } = useMapTime.getState();
  useEffect(() => setSpan(layer.id, span), [setSpan, layer.id, span]);
  // A hidden layer would show no time at all.
  useEffect(() => useLayers.getState().setVisible([layer.id], true), [layer.id]);
  useHotkeys('screen', [{ keys: 'Escape', run: close }], isAlone);
  const counted = useSpanCount(layer.id, span);
  const labelOf = (one: string) => {
    const name = fieldOfSource(one);
    return name === null ? t(one as 'create_date') : (form.find((field) => field.name === name)?.label ?? name);
  };
  return (
    <TimeBar
      name={layer.label}
      sources={sources.map((value) => ({ value, label: labelOf(value) }))}
      source={source}
      onSource={setSource}
      period={period}
      onPeriod={setPeriod}
      steps={count}
      at={at}
      onStep={onStep}
      text={text}
      count={counted.count}
      error={error ?? counted.error}
      isWaiting={isLoading}
      hasFocus
      onClose={close}
    />
  );
}
