// The tabs of a record: its values, its history, its files, and what is related to it.
'use client';
import { Tabs } from '@mantine/core';
import { IconHistory, IconListDetails, IconPaperclip } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { ListSkeleton } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';
import type { RecordHistoryProps } from '../history/record-history';
import { RelatedTabs } from '../related/tabs';
import type { useRelationForm } from '../related/use-relation-form';

/** Most records are read without them. */
const RecordHistory = lazyPart(() => import('../history/record-history'));
const FilesTab = lazyPart(() => import('./files-tab'));

export function RecordTabs({ related }: { related: ReturnType<typeof useRelationForm> }) {
  const t = useTranslations('records.form');
  return (
    <Tabs.List>
      <Tabs.Tab value="values" leftSection={<IconListDetails size={16} aria-hidden />}>
        {t('values')}
      </Tabs.Tab>
      <Tabs.Tab value="history" leftSection={<IconHistory size={16} aria-hidden />}>
        {t('history')}
      </Tabs.Tab>
      <Tabs.Tab value="files" leftSection={<IconPaperclip size={16} aria-hidden />}>
        {t('files')}
      </Tabs.Tab>
      <RelatedTabs related={related} />
    </Tabs.List>
  );
}

/** Asks the server only while it is open. */
export function HistoryPanel({ isOpen, ...history }: RecordHistoryProps & { isOpen: boolean }) {
  return (
    <Tabs.Panel value="history">
      {isOpen && (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <RecordHistory {...history} />
        </Suspense>
      )}
    </Tabs.Panel>
  );
}

/** Asks the server only while it is open. */
export function FilesPanel({ record, mayEdit, isOpen }: { record: number; mayEdit: boolean; isOpen: boolean }) {
  return (
    <Tabs.Panel value="files">
      {isOpen && (
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <FilesTab record={record} mayEdit={mayEdit} />
        </Suspense>
      )}
    </Tabs.Panel>
  );
}
