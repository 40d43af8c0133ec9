// What the organisation tells everybody: a feed, and for those who write it a composer.
'use client';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconChecks, IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { NOTIFIERS } from '@/contract/catalogue';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import { markRead, useReadIds } from '@/lib/state/read-announcements';
import { AnnouncementCard } from '../parts/news/announcement-card';
import { AnnouncementDialog } from '../parts/news/announcement-dialog';
import classes from '../parts/news.module.css';

const PAGE = 50;
const MAX_SHOWN = 1000;

export function AnnouncementsScreen() {
  const t = useTranslations('messages.news');
  const mayWrite = useMay({ module: NOTIFIERS });
  const [limit, setLimit] = useState(PAGE);
  const [isOver, setOver] = useState(false);
  /** The one in the dialog; null for a new one. */
  const [open, setOpen] = useState<{ id: number | null } | null>(null);
  const read = useRead(api.customer.announcements, { query: { limit, ...(isOver ? { over: true } : {}) } }, { keep: true }); // biome-ignore format: one call
  const ids = useRead(api.customer.announcementIds, {}).data ?? [];
  const readIds = useReadIds();
  const rows = read.data?.results ?? [];
  const unread = ids.filter((id) => !readIds.includes(id));
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ id: null })}>
      {t('create')}
    </Button>
  );
  const empty = {
    icon: <IconSpeakerphone size={24} />,
    title: t(isOver ? 'noneOver' : 'empty'),
    text: t(mayWrite ? 'emptyTextWriter' : 'emptyText'),
  };
  return (
    <Page
      title={t('title')}
      width={720}
      actions={
        <Group gap="xs">
          {unread.length > 0 && (
            <Button variant="default" leftSection={<IconChecks size={16} />} onClick={() => markRead(...unread)}>
              {t('readAll')}
            </Button>
          )}
          {mayWrite && create}
        </Group>
      }
    >
      <div className={classes.feed}>
        {mayWrite && (
          <SegmentedControl
            aria-label={t('which')}
            value={isOver ? 'over' : 'now'}
            onChange={(value) => setOver(value === 'over')}
            data={[
              { value: 'now', label: t('now') },
              { value: 'over', label: t('over') },
            ]}
          />
        )}
        {read.error && !read.data && <ErrorState error={read.error} retry={() => void read.refetch()} />}
        {read.isPending && <ListSkeleton rows={5} />}
        {read.data && rows.length === 0 && <EmptyState {...empty} noAct={mayWrite ? 'beside' : 'final'} />}
        {rows.map((row) => (
          <AnnouncementCard
            key={row.id}
            announcement={row}
            isNew={!isOver && !readIds.includes(row.id)}
            onSeen={(id) => markRead(id)}
            onEdit={(id) => setOpen({ id })}
          />
        ))}
        {read.data && rows.length < Math.min(read.data.count, MAX_SHOWN) && (
          <Button
            className={classes.more ?? ''}
            variant="default"
            onClick={() => setLimit((now) => Math.min(now + PAGE, MAX_SHOWN))}
          >
            {t('more')}
          </Button>
        )}
      </div>
      {open && <AnnouncementDialog id={open.id} onClose={() => setOpen(null)} />}
    </Page>
  );
}
