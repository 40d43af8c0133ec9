// What somebody was told, the unread first; opening one reads it, and leads to what it is about. What somebody wrote is read here first.
'use client';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { ReceivedNotice } from '@/contract/schemas/message';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { safeReturn } from '@/lib/routes/rules';
import { boardOfDigest } from '../../logic/digest';
import { LinkedText } from '../linked-text';
import { NoticeLink } from '../notices/notice-link';
import classes from '../notices.module.css';

const MAX_UNREAD = 50;
const MAX_RECENT = 20;

interface ItemProps {
  notice: ReceivedNotice;
  isOpen: boolean;
  onOpen: () => void;
  /** Goes to the screen that the notice is about. */
  onGo: () => void;
  onLeave: () => void;
}

/** Beside the numbers of a dashboard: the way there, and the end of such notices. */
function DigestActs({ board, onGo }: { board: number; onGo: () => void }) {
  const t = useTranslations('messages.bell.digest');
  const write = useWrite(api.boards.setDigest);
  const stop = useAction(() => write.mutateAsync({ params: { id: board }, body: { every: null } }), {
    done: () => t('stopped'),
  });
  return (
    <Group gap="xs" className={classes.opened}>
      <Button size="compact-xs" variant="default" onClick={onGo}>
        {t('open')}
      </Button>
      <Button size="compact-xs" variant="subtle" loading={stop.isBusy} onClick={() => void stop.run(undefined)}>
        {t('stop')}
      </Button>
    </Group>
  );
}

function Item({ notice, isOpen, onOpen, onGo, onLeave }: ItemProps) {
  const t = useTranslations('messages.bell');
  const { date } = useFormat();
  const isUnread = notice.read_date === null;
  const board = boardOfDigest(notice);
  return (
    <li>
      <button
        type="button"
        className={classes.bellItem}
        data-unread={isUnread || undefined}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <span className={classes.noticeTitle} dir="auto">
          {isUnread && <VisuallyHidden>{t('unread')} </VisuallyHidden>}
          {notice.subject}
        </span>
        <span className={classes.bellFoot}>
          {notice.sender && <bdi>{personName(notice.sender)}</bdi>}
          <time dateTime={notice.date} title={date(notice.date, 'datetime')}>
            {date(notice.date, 'relative')}
          </time>
        </span>
      </button>
      {isOpen && <LinkedText text={notice.text} className={`${classes.text} ${classes.opened}`} />}
      {isOpen && notice.kind === 'sent' && (
        <div className={classes.opened}>
          <NoticeLink link={notice.link} onGo={onLeave} />
        </div>
      )}
      {isOpen && board !== null && <DigestActs board={board} onGo={onGo} />}
    </li>
  );
}

/** The default export is for lazy loading. */
export default function NoticeList({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('messages.bell');
  const router = useRouter();
  const [open, setOpen] = useState<number | null>(null);
  const unread = useRead(api.messages.received, { query: { unread: true, limit: MAX_UNREAD } }, { staleTime: 0 });
  const recent = useRead(api.messages.received, { query: { unread: false, limit: MAX_RECENT, order: '-read_date' } }, { staleTime: 0 }); // biome-ignore format: one call
  const read = useWrite(api.messages.readNotice);
  const readAll = useWrite(api.messages.readAllNotices);
  const all = useAction(() => readAll.mutateAsync({}));
  const rows = [...(unread.data?.results ?? []), ...(recent.data?.results ?? [])];
  const error = unread.error ?? recent.error;
  const go = (notice: ReceivedNotice): boolean => {
    const path = safeReturn(notice.link);
    if (!path) return false;
    onLeave();
    router.push(path);
    return true;
  };
  const handleOpen = (notice: ReceivedNotice) => {
    if (notice.read_date === null) read.mutate({ params: { id: notice.id } });
    // The numbers of a dashboard and what somebody wrote are read here; all else is read where it leads.
    if (boardOfDigest(notice) !== null || notice.kind === 'sent' || !go(notice))
      setOpen((now) => (now === notice.id ? null : notice.id));
  };
  return (
    <div className={classes.bell}>
      <div className={classes.bellHead}>
        {t('title')}
        {(unread.data?.count ?? 0) > 0 && (
          <Button size="compact-xs" variant="subtle" loading={all.isBusy} onClick={() => void all.run(undefined)}>
            {t('readAll')}
          </Button>
        )}
      </div>
      {error && rows.length === 0 && (
        <ErrorState error={error} retry={() => void Promise.all([unread.refetch(), recent.refetch()])} />
      )}
      {!error && (unread.isPending || recent.isPending) && <ListSkeleton rows={3} />}
      {unread.data && recent.data && rows.length === 0 && (
        <EmptyState icon={<IconBell size={24} />} title={t('empty')} text={t('emptyText')} noAct="final" />
      )}
      <ul className={classes.bellList}>
        {rows.map((notice) => (
          <Item
            key={notice.id}
            notice={notice}
            isOpen={open === notice.id}
            onOpen={() => handleOpen(notice)}
            onGo={() => go(notice)}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </div>
  );
}
