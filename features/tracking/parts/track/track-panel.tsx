// Whose tracks of which time, what they say in numbers, and their stops.
'use client';
import { Button, Menu, Select } from '@mantine/core';
import { IconDownload, IconRoute } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { NumberField } from '@/components/fields/number-field';
import TimeInput from '@/components/fields/time-input';
import { lazyPart } from '@/components/layout/lazy-part';
import { JalaliRange } from '@/components/pickers/jalali-range';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import { addDays } from '@/contract/jalali';
import { MAX_TRACKED, TRACK_FILES } from '@/contract/schemas/tracking';
import { addressOf } from '@/lib/api/client';
import { usePeopleOptions, useRegionOptions } from '@/lib/collection/options';
import { today } from '@/lib/i18n/dates';
import { useFormat } from '@/lib/i18n/use-format';
import { useMeasureText } from '@/map';
import type { StopRules } from '../../logic/track';
import { rangeQuery } from '../../logic/view';
import classes from '../tracking.module.css';
import type { RoomView } from '../use-view';
import { PersonCard } from './person-card';
import { StopTable } from './stop-table';
import type { Clock } from './use-clock';
import type { Tracks } from './use-tracks';

const PrintDialog = lazyPart(() => import('./print-dialog'));

export interface TrackPanelProps extends RoomView {
  tracks: Tracks;
  clock: Clock;
  rules: StopRules;
  onRules: (rules: StopRules) => void;
}

export function TrackPanel(props: TrackPanelProps) {
  const t = useTranslations('tracking.track');
  const { tracks, view, change, clock } = props;
  const { people, team, isPending, error, retry } = tracks;
  const isTeam = view.people.length === 0;
  const isEmpty = isTeam ? team.length === 0 : people.every(({ track }) => track.places.length === 0);
  return (
    <>
      <Choices {...props} />
      {error ? (
        <ErrorState error={error} retry={retry} />
      ) : isPending ? (
        <ListSkeleton rows={5} />
      ) : isEmpty ? (
        <EmptyState
          icon={<IconRoute size={24} />}
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={
            <Button
              variant="default"
              onClick={() => change({ from: addDays(today(), -6), to: today(), begin: '', end: '', at: null })}
            >
              {t('widen')}
            </Button>
          }
        />
      ) : isTeam ? (
        <Team tracks={tracks} />
      ) : (
        <>
          {people.map((one) => (
            <PersonCard key={one.user.id} {...one} />
          ))}
          <StopTable people={people} clock={clock} />
        </>
      )}
    </>
  );
}

function Team({ tracks: { team } }: { tracks: Tracks }) {
  const t = useTranslations('tracking.track');
  const { number } = useFormat();
  const measure = useMeasureText();
  const length = team.reduce((sum, line) => sum + line.length, 0);
  return (
    <p className={classes.note}>
      {t('team')} {t('teamCount', { n: number(team.length), length: measure(length, 'length') })}
    </p>
  );
}

function Choices({ view, change, rules, onRules }: TrackPanelProps) {
  const t = useTranslations('tracking.track');
  const people = usePeopleOptions(api.users.all, view.people);
  const regions = useRegionOptions();
  return (
    <div className={classes.filters}>
      <div className={classes.whole}>
        <OptionPick
          label={t('people')}
          value={view.people}
          onChange={(ids) => change({ people: ids, at: null })}
          source={people}
          max={MAX_TRACKED}
        />
      </div>
      <JalaliRange
        label={t('range')}
        className={classes.whole ?? ''}
        value={{ from: view.from, to: view.to }}
        onChange={(range) =>
          change({ from: range?.from ?? range?.to ?? today(), to: range?.to ?? range?.from ?? today(), at: null })
        }
      />
      <TimeInput name="begin" label={t('begin')} value={view.begin} onChange={(begin) => change({ begin, at: null })} />
      <TimeInput name="end" label={t('end')} value={view.end} onChange={(end) => change({ end, at: null })} />
      <Select
        aria-label={t('region')}
        placeholder={t('region')}
        clearable
        searchable
        data={regions.known.map((one) => ({ value: String(one.id), label: one.label }))}
        value={view.region === null ? null : String(view.region)}
        onChange={(id) => change({ region: id === null ? null : Number(id), at: null })}
      />
      {view.people.length > 0 && <ExportMenu view={view} rules={rules} />}
      {view.people.length > 0 && (
        <>
          <NumberField
            label={t('minutes')}
            value={rules.minutes}
            min={1}
            max={120}
            whole
            onChange={(minutes) => onRules({ ...rules, minutes })}
          />
          <NumberField
            label={t('metres')}
            value={rules.metres}
            min={10}
            max={1000}
            step={10}
            whole
            onChange={(metres) => onRules({ ...rules, metres })}
          />
        </>
      )}
    </div>
  );
}

function ExportMenu({ view, rules }: Pick<TrackPanelProps, 'view' | 'rules'>) {
  const t = useTranslations('tracking.track');
  const [isPrinting, setPrinting] = useState(false);
  const query = { ...rangeQuery(view), user_ids: view.people };
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            {t('export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {TRACK_FILES.map((format) => (
            <Menu.Item
              key={format}
              component="a"
              download
              href={addressOf(api.tracking.file, { query: { ...query, format } })}
            >
              <bdi dir="ltr">{format === 'geojson' ? 'GeoJSON' : format.toUpperCase()}</bdi>
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setPrinting(true)}>{t('print')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isPrinting && <PrintDialog view={view} rules={rules} onClose={() => setPrinting(false)} />}</Suspense>
    </>
  );
}
