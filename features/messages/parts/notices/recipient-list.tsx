// Who has read a notice and who has not: searched, paged, taken away as a file.
'use client';
import { Button, Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBellRinging, IconDownload } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DataList } from '@/components/collection/data-list';
import { FilterBar } from '@/components/collection/filter-bar';
import { Pager } from '@/components/collection/pager';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { Notice, Recipient } from '@/contract/schemas/message';
import { call } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';
import { useRead } from '@/lib/api/hooks';
import { readAll } from '@/lib/api/read-all';
import { csvText } from '@/lib/collection/csv-text';
import type { PageSize } from '@/lib/collection/list-settings';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import classes from '../notices.module.css';

const PAUSE_MS = 250;

/** All receivers as a file, whatever the list shows. */
function useCsv(notice: Notice) {
  const t = useTranslations('messages.notices');
  const { date } = useFormat();
  return useAction(async () => {
    const rows = await readAll<Recipient>((paging) =>
      call(api.messages.recipients, { query: { notiffication: notice.id, ...paging, order: 'name' } }),
    );
    const lines = rows.map(({ user, read_date, deleted }) => [
      personName(user),
      user.username,
      deleted ? t('deleted') : '',
      read_date ? date(read_date, 'datetime') : t('unread'),
    ]);
    const text = csvText([[t('name'), t('username'), t('state'), t('readAt')], ...lines]);
    saveFile(new Blob([text], { type: 'text/csv' }), `${notice.subject}.csv`);
  });
}

interface PeopleProps {
  notice: Notice;
  isRead: boolean;
  search: string;
}

/** One page after the other of those who have read it, or have not. Remounted for other words or the other half. */
function People({ notice, isRead, search }: PeopleProps) {
  const t = useTranslations('messages.notices');
  const { date } = useFormat();
  const [{ page, size }, setPage] = useState<{ page: number; size: PageSize }>({ page: 1, size: 25 });
  const query = {
    notiffication: notice.id,
    read: isRead,
    limit: size,
    offset: (page - 1) * size,
    ...(search ? { search } : {}),
    order: isRead ? ('-read_date' as const) : ('name' as const),
  };
  const read = useRead(api.messages.recipients, { query }, { keep: true });
  const rows = read.data?.results ?? [];
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (read.isPending) return <ListSkeleton rows={5} />;
  if (rows.length === 0)
    return <EmptyState title={t(search ? 'noMatch' : isRead ? 'noReaders' : 'allRead')} noAct="final" />;
  const readAt = {
    id: 'at',
    title: t('readAt'),
    cell: ({ read_date }: Recipient) => (read_date ? date(read_date, 'datetime') : ''),
  };
  return (
    <>
      <DataList
        label={t('recipients')}
        rows={rows}
        isStale={read.isPlaceholderData}
        title={{ title: t('name'), text: ({ user }) => personName(user) }}
        columns={[
          { id: 'username', title: t('username'), cell: ({ user }) => <bdi>{user.username}</bdi> },
          { id: 'state', title: t('state'), cell: ({ deleted }) => (deleted ? t('deleted') : t('stands')) },
          ...(isRead ? [readAt] : []),
        ]}
      />
      <Pager
        page={page}
        size={size}
        rowCount={rows.length}
        count={read.data?.count ?? 0}
        onPage={(next) => setPage({ page: next, size })}
        onSize={(next) => setPage({ page: 1, size: next })}
      />
    </>
  );
}

export function RecipientList({ notice }: { notice: Notice }) {
  const t = useTranslations('messages.notices');
  const { number } = useFormat();
  const unread = notice.recipients - notice.read;
  const [tab, setTab] = useState(unread > 0 ? 'unread' : 'read');
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search, PAUSE_MS);
  const csv = useCsv(notice);
  return (
    <Tabs value={tab} onChange={(value) => setTab(value ?? 'unread')}>
      <Tabs.List aria-label={t('recipients')}>
        <Tabs.Tab value="unread">{t('tabUnread', { n: number(unread) })}</Tabs.Tab>
        <Tabs.Tab value="read">{t('tabRead', { n: number(notice.read) })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <div className={classes.listHead}>
          <FilterBar
            search={{ label: t('searchPeople'), value: search || null, onChange: (text) => setSearch(text ?? '') }}
            isFiltered={search !== ''}
            onClear={() => setSearch('')}
          />
          {tab === 'unread' && unread > 0 && notice.kind === 'sent' && (
            <Button
              component={Link}
              href={`${href('composeNotif')}?remind=${notice.id}`}
              prefetch={false}
              leftSection={<IconBellRinging size={16} />}
            >
              {t('remind')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={csv.isBusy}
            onClick={() => void csv.run(undefined)}
          >
            {t('csv')}
          </Button>
        </div>
        <People key={`${tab} ${words}`} notice={notice} isRead={tab === 'read'} search={words} />
      </Tabs.Panel>
    </Tabs>
  );
}
