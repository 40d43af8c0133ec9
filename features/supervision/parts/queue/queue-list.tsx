// The rows of the queue. A long one is drawn only where it is looked at; the end of what was read asks for more.
'use client';
import { Badge, Button, Checkbox } from '@mantine/core';
import { IconEye, IconUserCheck } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { QueueItem } from '@/contract/schemas/supervision';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './queue.module.css';

const ROW_PX = 60;
const OVERSCAN = 8;
/** Rows before the end of what was read at which the next page is asked for. */
const AHEAD = 20;

export interface QueueListProps {
  rows: readonly QueueItem[];
  open: number | null;
  selected: ReadonlySet<number>;
  /** Whether the layer stands in each row. */
  hasLayer: boolean;
  onOpen: (id: number) => void;
  onToggle: (id: number) => void;
  more: (() => void) | null;
}

function Row({ row, open, selected, hasLayer, onOpen, onToggle }: QueueListProps & { row: QueueItem }) {
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

export function QueueList(props: QueueListProps) {
  const { rows, open, more } = props;
  const t = useTranslations('supervision.queue');
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    initialRect: { width: 320, height: 600 },
    getItemKey: (i) => rows[i]?.id ?? i,
  });
  const at = rows.findIndex(({ id }) => id === open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows the open record alone
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && Math.max(last, at) >= rows.length - AHEAD) more();
  }, [last, at, rows.length, more]);
  return (
    <div ref={frame} className={classes.frame}>
      <ol className={classes.list} style={{ blockSize: virtual.getTotalSize() }} aria-label={t('title')}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <li key={row.id} className={classes.item} style={{ insetBlockStart: start, blockSize: ROW_PX }}>
                <Row {...props} row={row} />
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
