// Tracks on paper: a sheet for each person with their way on a map, its numbers and its stops.
'use client';
import { Button, Group, Progress, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { Replay } from '@/contract/schemas/tracking';
import { call } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { printRecords, type RecordSheet } from '@/map';
import { readTrack, type StopRules, type Track } from '../../logic/track';
import { geometryOf, rangeQuery, type TrackView } from '../../logic/view';
import { usePlaceName } from '../use-towns';
import { useStopText } from './use-stop-text';
import { useTrackFacts } from './use-track-facts';

/** Stops of one sheet: two pages. */
const MAX_STOPS = 100;

/** A person's track as a sheet says it. */
function useSheet(view: TrackView, isOpen: boolean): (user: Replay[number]['user'], track: Track) => RecordSheet {
  const t = useTranslations('tracking.track');
  const { number, date } = useFormat();
  const facts = useTrackFacts();
  const stopText = useStopText();
  const placeName = usePlaceName(isOpen);
  return (user, track) => {
    const name = personName(user);
    const days = { from: date(view.from), to: date(view.to) };
    const notes = [
      ...(track.places.length === 0 ? [t('none', { name })] : []),
      ...(track.vague > 0 ? [t('vague', { n: number(track.vague) })] : []),
      ...(track.flagged > 0 ? [t('flagged', { n: number(track.flagged) })] : []),
    ];
    const stops = track.stops.slice(0, MAX_STOPS).map((stop) => stopText(stop, placeName(stop.lon, stop.lat)));
    const over = track.stops.length - stops.length;
    return {
      id: user.id,
      kicker: view.from === view.to ? t('paper.kickerDay', days) : t('paper.kicker', days),
      title: name,
      parts: track.places.length > 0 ? [{ heading: null, rows: facts(track) }] : [],
      geometry: geometryOf(track),
      pictures: [],
      lists: [
        ...(stops.length > 0
          ? [{ heading: t('stops'), rows: stops, more: over > 0 ? t('paper.more', { n: number(over) }) : null }]
          : []),
        ...(notes.length > 0 ? [{ heading: t('paper.notes'), rows: notes, more: null }] : []),
      ],
    };
  };
}

export interface PrintDialogProps {
  view: TrackView;
  rules: StopRules;
  onClose: () => void;
}

/** Begins by itself; closing stops it. The tracks are read for it, so that whoever was tracked reads of the paper. */
function usePrinting({ view, rules, onClose }: PrintDialogProps) {
  const t = useTranslations('tracking.track.paper');
  const { lang, number, date } = useFormat();
  const sheetOf = useSheet(view, true);
  const [count, setCount] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    setFailure(null);
    setCount(0);
    setAttempt(attempt + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one printing for each attempt
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    async function* sheets() {
      const query = { ...rangeQuery(view), user_ids: view.people, print: true };
      for (const { user, points } of await call(api.tracking.replay, { query }, { signal }))
        yield sheetOf(user, readTrack(points, rules));
    }
    const day = date(view.from);
    const order = {
      sheets: sheets(),
      layers: [],
      lang: lang === 'fa' ? ('fa' as const) : ('en' as const),
      title: t('title'),
      note: (attribution: string) => [date(new Date().toISOString()), attribution].filter(Boolean).join(' · '),
      page: (page: number, of: number) => t('page', { page: number(page), of: number(of) }),
      pictures: t('pictures'),
    };
    printRecords(order, setCount, signal)
      .then((blob) => {
        saveFile(blob, `${t('file', { day: day.replaceAll('/', '-') })}.pdf`);
        toast({ type: 'success', message: t('ready', { n: number(view.people.length) }) });
        onClose();
      })
      .catch((error) => {
        if (!signal.aborted) setFailure(error);
      });
    return () => control.abort();
  }, [attempt]);
  return { count, failure, retry };
}

export default function PrintDialog(props: PrintDialogProps) {
  const t = useTranslations('tracking.track.paper');
  const { number } = useFormat();
  const errorText = useErrorText();
  const { count, failure, retry } = usePrinting(props);
  const of = props.view.people.length;
  return (
    <Dialog opened onClose={props.onClose} title={t('title')} closeOnClickOutside={failure !== null}>
      <Stack gap="md">
        {failure === null ? (
          <div role="status">
            <span>{t('progress', { n: number(count), of: number(of) })}</span>
            <Progress value={(100 * count) / of} mt="xs" aria-label={t('progressLabel')} />
          </div>
        ) : (
          <Callout kind="refusal">{errorText(failure)}</Callout>
        )}
        <Group justify="flex-end">
          {failure === null ? (
            <Button variant="default" data-autofocus onClick={props.onClose}>
              {t('stop')}
            </Button>
          ) : (
            <Button variant="default" onClick={retry}>
              {t('retry')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
