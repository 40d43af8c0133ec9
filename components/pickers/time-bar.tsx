// The time of a map: one day, week or month after the other, by hand, by keys or by itself.
'use client';
import { Select } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext, IconPlayerTrackPrev, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useErrorText } from '../feedback/states';
import { IconButton } from '../icon-button';
import { Num } from '../num';
import classes from './time-bar.module.css';

const STEP_MS = 1200;
const ICON = 16;

/** What one step of the bar is. */
export const TIME_PERIODS = ['day', 'week', 'month'] as const;
export type TimePeriod = (typeof TIME_PERIODS)[number];

export interface TimeBarProps {
  /** Whose time it is, where the map has more than that. */
  name?: string;
  /** What has a time, and which of it counts. */
  sources: readonly { value: string; label: string }[];
  source: string;
  onSource: (source: string) => void;
  period: TimePeriod;
  onPeriod: (period: TimePeriod) => void;
  /** How many steps there are; null while that is not known, 0 where nothing has a time. */
  steps: number | null;
  at: number;
  onStep: (at: number) => void;
  /** The step in words, and how many things it has; null while that is on its way. */
  text: string;
  count: { n: number; isCapped?: boolean } | null;
  error: unknown;
  /** While the last step is not drawn yet the next one waits. */
  isWaiting?: boolean;
  /** P and the brackets work on the whole screen, not only inside the bar. */
  hasScreenKeys?: boolean;
  /** Takes the focus when it appears. */
  hasFocus?: boolean;
  onClose: () => void;
}

/** The step after one; it begins again behind the last. */
export const nextStep = (at: number, steps: number): number => (at + 1 < steps ? at + 1 : 0);

/** Steps by itself while it plays. */
function usePlay(count: number, isWaiting: boolean, step: () => void) {
  const [isPlaying, setPlaying] = useState(false);
  const isOn = isPlaying && count > 1;
  const latest = useRef({ step, isWaiting });
  useEffect(() => {
    latest.current = { step, isWaiting };
  });
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => !latest.current.isWaiting && latest.current.step(), STEP_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return { isPlaying: isOn, setPlaying };
}

/** The keys of the bar, wherever in it the focus is. */
function useBarKeys(keys: Readonly<Record<string, () => void>>, isOnScreen: boolean) {
  useHotkeys(
    'screen',
    Object.entries(keys).map(([code, run]) => ({ keys: code, run })),
    isOnScreen,
  );
  return (close: () => void) => (event: KeyboardEvent) => {
    const { code, ctrlKey, metaKey, altKey, target } = event;
    // An open list has its keys to itself.
    const isOpen = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
    const run = code === 'Escape' ? close : keys[code];
    if (!run || isOpen || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}

/** A slim bar over the foot of a map, which is its nearest positioned ancestor. */
export function TimeBar(props: TimeBarProps) {
  const { steps, at, onStep, text, count, error, onClose } = props;
  const t = useTranslations('common.time');
  const errorText = useErrorText();
  const last = Math.max(0, (steps ?? 0) - 1);
  const { isPlaying, setPlaying } = usePlay(steps ?? 0, props.isWaiting ?? false, () =>
    onStep(nextStep(at, steps ?? 0)),
  );
  const onKeyDown = useBarKeys(
    {
      KeyP: () => setPlaying(!isPlaying),
      BracketRight: () => onStep(Math.min(at + 1, last)),
      BracketLeft: () => onStep(Math.max(at - 1, 0)),
    },
    props.hasScreenKeys ?? false,
  );
  const root = useRef<HTMLElement>(null);
  const hasFocus = props.hasFocus ?? false;
  useEffect(() => {
    if (hasFocus) root.current?.focus();
  }, [hasFocus]);
  return (
    <section
      ref={root}
      data-time-bar
      tabIndex={-1}
      className={classes.slider}
      aria-label={t('title')}
      onKeyDown={onKeyDown(onClose)}
    >
      {props.name && <bdi className={classes.name}>{props.name}</bdi>}
      <Picks {...props} />
      {error !== null && error !== undefined && <span role="alert">{errorText(error)}</span>}
      {steps === 0 && <span role="status">{t('none')}</span>}
      {steps !== null && steps > 0 && (
        <>
          <IconButton label={t(isPlaying ? 'pause' : 'play')} size={28} onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? <IconPlayerPause size={ICON} /> : <IconPlayerPlay size={ICON} className={classes.turned} />}
          </IconButton>
          <IconButton label={t('before')} size={28} disabled={at === 0} onClick={() => onStep(at - 1)}>
            <IconPlayerTrackPrev size={ICON} className={classes.turned} />
          </IconButton>
          <input
            type="range"
            className={classes.range}
            aria-label={t('title')}
            aria-valuetext={text}
            min={0}
            max={last}
            value={at}
            onChange={(event) => onStep(Number(event.currentTarget.value))}
          />
          <IconButton label={t('after')} size={28} disabled={at >= last} onClick={() => onStep(at + 1)}>
            <IconPlayerTrackNext size={ICON} className={classes.turned} />
          </IconButton>
          <output className={classes.shown}>
            <bdi>{text}</bdi>
            {count && (
              <>
                {' · '}
                <Num value={count.n} isCapped={count.isCapped ?? false} />
              </>
            )}
          </output>
        </>
      )}
      <IconButton label={t('close')} size={28} onClick={onClose}>
        <IconX size={ICON} />
      </IconButton>
    </section>
  );
}

function Picks({ sources, source, onSource, period, onPeriod }: TimeBarProps) {
  const t = useTranslations('common.time');
  return (
    <>
      <Select
        size="xs"
        w={150}
        aria-label={t('source')}
        allowDeselect={false}
        data={[...sources]}
        value={source}
        onChange={(value) => value && onSource(value)}
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
