// The review of one layer, or of all in the order in which work was sent. Keys: J and K move, X selects, M leaves the map alone; the parts name theirs.
'use client';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { Inbox } from '@/components/templates/inbox';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { href } from '@/lib/routes/rules';
import { setInSearch, stepInSearch } from '@/lib/routes/search';
import { stepFrom } from '../logic/queue-state';
import { QueueSide } from '../parts/queue/queue-side';
import { useBulkJudge } from '../parts/queue/use-bulk-judge';
import { useQueue } from '../parts/queue/use-queue';
import classes from '../parts/review/review.module.css';
import { ReviewMiddle } from '../parts/review/review-body';
import { type RecordParts, ReviewDetails } from '../parts/review/review-details';
import { useOpenReview } from '../parts/review/use-open-review';

/** As components/templates: below it the parts stand one under the other. */
const NARROW = '(max-width: 48em)';
const PAGE = 'page';

/** Whether a phone shows the open record rather than the queue, in the address: "back" returns to the queue. */
function useRecordPage(): [isPage: boolean, setPage: (isPage: boolean) => void] {
  const isPage = useSearchParams().has(PAGE);
  const hasStep = useRef(false);
  const setPage = (next: boolean) => {
    if (next) stepInSearch((address) => new URLSearchParams([...address, [PAGE, '1']]));
    else if (hasStep.current) window.history.back();
    else setInSearch(PAGE, null);
    hasStep.current = next;
  };
  return [isPage, setPage];
}

/** Lists elsewhere do not know yet what was judged here. */
function useFreshLists(): void {
  const client = useQueryClient();
  useEffect(() => () => void invalidate(client, ['record']), [client]);
}

interface KeysOptions {
  step: (by: 1 | -1) => void;
  select: () => unknown;
  isPage: boolean;
  setPage: (isPage: boolean) => void;
  isMapOnly: boolean;
  setMapOnly: (isMapOnly: boolean) => void;
}

function useReviewKeys({ step, select, isPage, setPage, isMapOnly, setMapOnly }: KeysOptions): void {
  useHotkeys('screen', [
    { keys: ['KeyJ', 'ArrowDown'], repeats: true, run: () => step(1) },
    { keys: ['KeyK', 'ArrowUp'], repeats: true, run: () => step(-1) },
    { keys: 'KeyX', run: select },
    { keys: 'KeyM', run: () => setMapOnly(!isMapOnly) },
    { keys: 'Escape', run: () => (isPage ? setPage(false) : isMapOnly ? setMapOnly(false) : false) },
  ]);
}

interface ArrangementProps {
  side: ReactNode;
  middle: ReactNode;
  details: ReactNode;
  isNarrow: boolean;
  /** On a phone: the record, not the queue. */
  isPage: boolean;
  isEmpty: boolean;
}

/** Beside one another where there is room; on a phone the queue, then one record as a page. */
function Arrangement({ side, middle, details, isNarrow, isPage, isEmpty }: ArrangementProps) {
  const t = useTranslations('supervision');
  if (isNarrow && (!isPage || isEmpty)) return side;
  if (isNarrow)
    return (
      <div className={classes.page}>
        {details}
        {middle}
      </div>
    );
  return (
    <Inbox
      head={null}
      queue={{ label: t('queue.title'), content: side }}
      map={{ label: t('place'), content: isEmpty ? null : middle }}
      diff={{ label: t('details'), content: isEmpty ? null : details }}
    />
  );
}

export function LayerReviewScreen({ id, ...lent }: RecordParts & { id: number | null }) {
  const t = useTranslations('supervision');
  const queue = useQueue(id);
  const { rows, open } = queue;
  const { read, review, looking, judging, judge, reopen } = useOpenReview(queue);
  const layerId = id ?? review?.record.layer ?? null;
  const layer = useRead(api.layers.one, { params: { id: layerId ?? 0 } }, { enabled: layerId !== null });
  const bulk = useBulkJudge(queue);
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const [isMapOnly, setMapOnly] = useState(false);
  const [isPage, setPage] = useRecordPage();
  useFreshLists();
  const step = (by: 1 | -1) => queue.show(stepFrom(rows, open, by)?.id ?? null);
  useReviewKeys({
    step,
    select: () => (open === null ? false : bulk.toggle(open)),
    isPage,
    setPage,
    isMapOnly,
    setMapOnly,
  });
  if (id !== null && layer.error && !layer.data)
    return (
      <Page title={t('title')}>
        <ErrorState error={layer.error} retry={() => void layer.refetch()} />
      </Page>
    );
  const side = (
    <QueueSide
      queue={queue}
      bulk={bulk}
      layer={id === null ? null : layer.data}
      isNarrow={isNarrow}
      onOpen={(record) => {
        queue.show(record);
        if (isNarrow) setPage(true);
      }}
    />
  );
  const middle = (
    <ReviewMiddle
      layer={layer.data}
      review={review}
      error={read.error}
      retry={() => void read.refetch()}
      onJudge={judge}
      onReopen={(reason) => void reopen(reason)}
      onUndo={() => open !== null && void judging.undo(open)}
      onStep={step}
    />
  );
  const details =
    review && layer.data ? (
      <ReviewDetails
        layer={layer.data}
        review={review}
        looking={looking}
        isChanged={judging.changed === open}
        {...lent}
      />
    ) : (
      <ListSkeleton rows={6} />
    );
  const title = id === null ? t('titleAll') : (layer.data?.label ?? t('title'));
  const isEmpty = !queue.isPending && open === null;
  const acts = isNarrow && isPage ? <BackButton onBack={() => setPage(false)} /> : <LotsLink layer={id === null ? null : layer.data} />; // biome-ignore format: one choice
  return (
    <Page title={title} fill actions={acts}>
      <div className={classes.frame} data-map-only={isMapOnly || undefined}>
        <Arrangement {...{ side, middle, details, isNarrow, isPage, isEmpty }} />
        {bulk.dialogs}
      </div>
    </Page>
  );
}

/** To what was drawn for second approvals in the layer; nothing where it takes none. */
function LotsLink({ layer }: { layer: Layer | null | undefined }) {
  const t = useTranslations('supervision');
  if (!layer?.config.second_approval) return null;
  return (
    <Button component={Link} href={`${href('supervisionLots')}?layers=${layer.id}`} prefetch={false} variant="default">
      {t('lots.link')}
    </Button>
  );
}

function BackButton({ onBack }: { onBack: () => void }) {
  const t = useTranslations('supervision');
  return (
    <Button variant="default" leftSection={<IconArrowLeft size={16} className="points" aria-hidden />} onClick={onBack}>
      {t('queue.back')}
    </Button>
  );
}
