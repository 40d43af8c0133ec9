// What one person's track says in numbers, and what was left out of it.
'use client';
import { useTranslations } from 'next-intl';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../tracking.module.css';
import { useTrackFacts } from './use-track-facts';
import type { PersonTrack } from './use-tracks';

export function PersonCard({ user, colour, track }: Pick<PersonTrack, 'user' | 'colour' | 'track'>) {
  const t = useTranslations('tracking.track');
  const { number } = useFormat();
  const name = personName(user);
  return (
    <section className={classes.card} aria-label={name}>
      <h3 className={classes.cardName}>
        <span className={classes.swatch} style={{ background: colour }} aria-hidden />
        <bdi>{name}</bdi>
      </h3>
      {track.places.length === 0 ? (
        <p className={classes.note}>{t('none', { name })}</p>
      ) : (
        <TrackNumbers track={track} />
      )}
      {track.vague > 0 && <p className={classes.note}>{t('vague', { n: number(track.vague) })}</p>}
      {track.flagged > 0 && <p className={classes.note}>{t('flagged', { n: number(track.flagged) })}</p>}
    </section>
  );
}

/** How far, how long, how fast, from when to when. */
export function TrackNumbers({ track }: Pick<PersonTrack, 'track'>) {
  const facts = useTrackFacts();
  return (
    <dl className={classes.numbers}>
      {facts(track).map(({ key, label, value }) => (
        <div key={key} className={key === 'span' ? classes.wide : undefined}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
