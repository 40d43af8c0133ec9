// The rows of the queue. A long one is drawn only where it is looked at; the end of what was read asks for more.
'use client';
import { Badge, Button, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconEye, IconUserCheck } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { IconButton } from '@/components/icon-button';
import type { QueueItem } from '@/contract/schemas/supervision';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { type QueueEntry, withHeads } from '../../logic/queue-state';
import type { BatchAction } from './batch-dialog';
import classes from './queue.module.css';
import type { BulkJudge } from './use-bulk-judge';
import type { ReviewQueue } from './use-queue';

const ROW_PX = 60;
const HEAD_PX = 52;
const OVERSCAN = 8;
/** Rows before the end of what was read at which the next page is asked for. */
const AHEAD = 20;

export interface QueueListProps {
  queue: ReviewQueue;
  bulk: BulkJudge;
  /** Whether the layer stands in each row. */
  hasLayer: boolean;
  onOpen: (id: number) => void;
}

interface RowProps extends Omit<QueueListProps, 'queue' | 'bulk'> {
  row: QueueItem;
  open: number | null;
  selected: BulkJudge['selected'];
  onToggle: (id: number) => void;
}

function Row({ row, open, selected, hasLayer, onOpen, onToggle }: RowProps) {
  const t = useTranslations('supervision');
  const { date, listed } = useFormat();
  const who = listed(row.authors.map((one) => personName(one)));
  return (
    <div className={classes.row} data-open={row.id === open || undefined} data-own={row.own || undefined}>
      <Checkbox
        size="xs"
        aria-label={t('queue.select', { name: row.title })}
        checked={selected.has(row.id)}
        onChange={() => onToggle(row.id)}
      />
      <button
        type="button"
        className={classes.open}
        aria-current={row.id === open || undefined}
        onClick={() => onOpen(row.id)}
      >
        <span className={classes.line}>
          <span className={classes.title}>
            <bdi>{row.title}</bdi>
          </span>
          {row.first_approval && <IconUserCheck size={14} aria-label={t('queue.first')} />}
          {row.looking && <IconEye size={14} aria-label={t('looking', { who: isolate(personName(row.looking)) })} />}
          <Badge size="sm" variant="light" color={row.kind === 'deletion' ? 'red' : 'indigo'}>
            {t(`kinds.${row.kind}`)}
          </Badge>
        </span>
        <span className={classes.small}>
          <span className={classes.who}>
            {hasLayer && (
              <>
                <bdi>{row.layer_label}</bdi>
                {' · '}
              </>
            )}
            <bdi>{who}</bdi>
          </span>
          <time dateTime={row.since}>{date(row.since, 'relative')}</time>
          {row.own && <span>{t('queue.own')}</span>}
        </span>
      </button>
    </div>
  );
}

/** Whose rows stand below it, how much of it waits, and verdicts on all of it at once. */
function Head({ sender, queue, bulk }: Pick<QueueListProps, 'queue' | 'bulk'> & { sender: number }) {
  const t = useTranslations('supervision.people');
  const { number } = useFormat();
  const of = queue.people?.get(sender);
  const name = of?.person ? personName(of.person) : t('nobody');
  const isOwn = of !== undefined && of.own === of.waiting;
  const act = (action: BatchAction, icon: ReactNode) =>
    of && (
      <IconButton
        label={isOwn ? t('own') : t(action, { who: isolate(name) })}
        variant="default"
        size={32}
        disabled={isOwn || bulk.progress !== null}
        onClick={() => bulk.askPerson(action, of)}
      >
        {icon}
      </IconButton>
    );
  return (
    <div className={classes.head}>
      <h2>
        <bdi>{name}</bdi>
        {of && (
          <span className={classes.small}>
            {t('work', { count: of.waiting, n: number(of.waiting) })}
            {of.returned > 0 && ` · ${t('returned', { count: of.returned, n: number(of.returned) })}`}
          </span>
        )}
      </h2>
      {queue.isWaiting && act('approve', <IconChecks size={16} aria-hidden />)}
      {queue.isWaiting && act('return', <IconArrowBackUp size={16} aria-hidden />)}
    </div>
  );
}

export function QueueList({ queue, bulk, ...rest }: QueueListProps) {
  const { rows, open, more, people } = queue;
  const t = useTranslations('supervision.queue');
  const frame = useRef<HTMLDivElement>(null);
  const isGrouped = people !== null;
  const entries = useMemo(
    (): readonly QueueEntry<QueueItem>[] => (isGrouped ? withHeads(rows) : rows.map((row) => ({ row }))),
    [rows, isGrouped],
  );
  const heightOf = (i: number) => (entries[i]?.row ? ROW_PX : HEAD_PX);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame.current,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    initialRect: { width: 320, height: 600 },
    getItemKey: (i) => entries[i]?.row?.id ?? `of ${entries[i]?.sender}`,
  });
  const at = entries.findIndex(({ row }) => row?.id === open && open !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows the open record alone
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at === 1 && isGrouped ? 0 : at);
  }, [at]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && Math.max(last, at) >= entries.length - AHEAD) more();
  }, [last, at, entries.length, more]);
  return (
    <div ref={frame} className={classes.frame}>
      <ol className={classes.list} style={{ blockSize: virtual.getTotalSize() }} aria-label={t('title')}>
        {items.map(({ index, start, key }) => {
          const entry = entries[index];
          return (
            entry && (
              <li key={key} className={classes.item} style={{ insetBlockStart: start, blockSize: heightOf(index) }}>
                {entry.row ? (
                  <Row {...rest} row={entry.row} open={open} selected={bulk.selected} onToggle={bulk.toggle} />
                ) : (
                  <Head sender={entry.sender} queue={queue} bulk={bulk} />
                )}
              </li>
            )
          );
        })}
      </ol>
      {more && (
        <Button variant="subtle" size="compact-sm" fullWidth onClick={more}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
