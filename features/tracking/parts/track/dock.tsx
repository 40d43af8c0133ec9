// The replay: play, its speed, stops, and the graph that is its slider.
'use client';
import { SegmentedControl } from '@mantine/core';
import {
  IconFocusCentered,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { IconButton } from '@/components/icon-button';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { placeAt } from '../../logic/track';
import classes from '../tracking.module.css';
import { SpeedGraph } from './speed-graph';
import { RATES, type Rate } from './use-clock';
import type { Replay } from './use-replay';

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Where everybody was at the moment of the clock, in words. */
function useMomentText({ people, clock }: Replay): string {
  const t = useTranslations('tracking.dock');
  const { number, date } = useFormat();
  const speeds = people.flatMap(({ user, track }) => {
    const place = placeAt(track, clock.t);
    if (!place) return [];
    const text = place.isUnknown ? t('unknown') : t('kmh', { n: number(place.speed, { maximumFractionDigits: 0 }) });
    return people.length === 1 ? [text] : [`${personName(user)} ${text}`];
  });
  return [date(isoOf(clock.t), 'datetime'), ...speeds].join(' · ');
}

export function Dock({ replay }: { replay: Replay }) {
  const t = useTranslations('tracking.dock');
  const { number } = useFormat();
  const { clock, span, people, isFollowing, setFollowing, goStop, step } = replay;
  const text = useMomentText(replay);
  // The place is taken before the tracks are there: the map that is fitted to them has its size.
  if (!span) return <div className={classes.dock} aria-busy />;
  const handleKey = (event: KeyboardEvent) => {
    if (event.code === 'Home') clock.seek(span.from);
    else if (event.code === 'End') clock.seek(span.to);
    else if (event.code === 'ArrowUp') step(1);
    else if (event.code === 'ArrowDown') step(-1);
    else return;
    event.preventDefault();
  };
  return (
    <section className={classes.dock} aria-label={t('label')}>
      <div className={classes.controls}>
        <IconButton label={t('previous')} hotkey="[" onClick={() => goStop(-1)}>
          <IconPlayerTrackPrevFilled size={18} className="points" />
        </IconButton>
        <IconButton label={t(clock.isPlaying ? 'pause' : 'play')} hotkey="Space" onClick={clock.toggle}>
          {clock.isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
        </IconButton>
        <IconButton label={t('next')} hotkey="]" onClick={() => goStop(1)}>
          <IconPlayerTrackNextFilled size={18} className="points" />
        </IconButton>
        <SegmentedControl
          size="xs"
          aria-label={t('speed')}
          title={t('timesHint')}
          value={String(clock.rate)}
          onChange={(rate) => clock.setRate(Number(rate) as Rate)}
          data={RATES.map((rate) => ({ value: String(rate), label: t('times', { n: number(rate) }) }))}
        />
        <IconButton
          label={t('follow')}
          hotkey="F"
          aria-pressed={isFollowing}
          onClick={() => setFollowing(!isFollowing)}
        >
          <IconFocusCentered size={18} color={isFollowing ? 'var(--accent-text)' : undefined} />
        </IconButton>
        <span className={classes.moment}>
          <bdi>{text}</bdi>
        </span>
      </div>
      <SpeedGraph people={people} span={span} clock={clock} text={text} onKey={handleKey} />
    </section>
  );
}
