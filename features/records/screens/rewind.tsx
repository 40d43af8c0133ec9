// What one person did in a time, taken back: chosen, seen as a list and on the map, started by typing its number, stopped and undone.
'use client';
import { Button, Select } from '@mantine/core';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { JalaliRange } from '@/components/pickers/jalali-range';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import { REWIND_CONFLICTS, type RewindSelection } from '@/contract/schemas/records/rewind';
import { useRead } from '@/lib/api/hooks';
import type { DayRange } from '@/lib/collection/filters';
import { useLayerOptions, usePeopleOptions, useRegionOptions } from '@/lib/collection/options';
import classes from '../parts/rewind/rewind.module.css';
import { RewindJob } from '../parts/rewind/rewind-job';
import { RewindRecords } from '../parts/rewind/rewind-records';
import { RewindStart } from '../parts/rewind/rewind-start';
import { selectionOf } from '../parts/rewind/selection';

const PAGE_SIZE = 50;

/** The choice of what is taken back; it is shown only when a person and a time are chosen. */
function Selection({ onShow }: { onShow: (selection: RewindSelection) => void }) {
  const t = useTranslations('records.rewind');
  const [person, setPerson] = useState<number[]>([]);
  const [days, setDays] = useState<DayRange | null>(null);
  const [layers, setLayers] = useState<number[]>([]);
  const [region, setRegion] = useState<number[]>([]);
  const [conflicts, setConflicts] = useState<(typeof REWIND_CONFLICTS)[number]>('skip');
  const people = usePeopleOptions(api.users.all);
  const layerOptions = useLayerOptions();
  const regions = useRegionOptions();
  const selection = selectionOf({ person, days, layers, region, conflicts });
  return (
    <form
      className={classes.selection}
      onSubmit={(event) => {
        event.preventDefault();
        if (selection) onShow(selection);
      }}
    >
      <OptionPick label={t('person')} value={person} onChange={setPerson} source={people} max={1} />
      <div className={classes.field}>
        <span aria-hidden>{t('time')}</span>
        <JalaliRange label={t('time')} value={days} onChange={setDays} />
      </div>
      <OptionPick
        label={t('layers')}
        placeholder={t('allLayers')}
        value={layers}
        onChange={setLayers}
        source={layerOptions}
      />
      <OptionPick
        label={t('region')}
        placeholder={t('everywhere')}
        value={region}
        onChange={setRegion}
        source={regions}
        max={1}
      />
      <Select
        label={t('conflicts')}
        allowDeselect={false}
        value={conflicts}
        onChange={(value) => setConflicts((value ?? 'skip') as typeof conflicts)}
        data={REWIND_CONFLICTS.map((value) => ({ value, label: t(`conflictsAs.${value}`) }))}
      />
      <Button type="submit" disabled={!selection}>
        {t('show')}
      </Button>
    </form>
  );
}

/** What would happen, and the start. */
function Preview({ selection, onJob }: { selection: RewindSelection; onJob: (id: string) => void }) {
  const t = useTranslations('records.rewind');
  const [page, setPage] = useState(1);
  const body = { ...selection, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const preview = useRead(api.rewind.preview, { body }, { keep: true, staleTime: 0 });
  if (preview.error) return <ErrorState error={preview.error} retry={() => void preview.refetch()} />;
  if (!preview.data) return <ListSkeleton rows={6} />;
  if (preview.data.count === 0) return <EmptyState title={t('nothing')} text={t('nothingText')} noAct="final" />;
  return (
    <>
      <RewindStart key={preview.data.totals.change} selection={selection} totals={preview.data.totals} onJob={onJob} />
      <RewindRecords data={preview.data} page={page} size={PAGE_SIZE} onPage={setPage} />
    </>
  );
}

export function RewindScreen() {
  const t = useTranslations('records.rewind');
  const router = useRouter();
  const path = usePathname();
  const job = useSearchParams().get('job');
  const [selection, setSelection] = useState<RewindSelection | null>(null);
  const handleJob = (id: string | null) => {
    setSelection(null);
    router.replace(id === null ? path : `${path}?job=${id}`);
  };
  if (job !== null)
    return (
      <Page title={t('title')} width={720}>
        <RewindJob key={job} id={job} onJob={handleJob} />
      </Page>
    );
  return (
    <Page title={t('title')}>
      <p className={classes.purpose}>{t('purpose')}</p>
      <Selection onShow={setSelection} />
      {selection && <Preview key={JSON.stringify(selection)} selection={selection} onJob={handleJob} />}
    </Page>
  );
}
