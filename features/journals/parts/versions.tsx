// Versions of the mobile program, the newest first: published, downloaded, taken away.
'use client';
import { Badge, Button, Code } from '@mantine/core';
import { IconDeviceMobile, IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import type { Column } from '@/components/collection/columns';
import { DataList } from '@/components/collection/data-list';
import { EmptyState, ErrorState, TableSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { useSizeText } from '@/components/fields/use-size-text';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import type { AppVersion } from '@/contract/schemas/tracking';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { compareVersions } from '../logic/versions';
import { PublishDialog } from './publish-dialog';

const SKELETON_ROWS = 4;

function useColumns(newest: number | undefined): Column<AppVersion>[] {
  const t = useTranslations('journals.app.versions');
  const { date } = useFormat();
  const size = useSizeText();
  return [
    { id: 'newest', title: '', cell: ({ id }) => id === newest && <Badge variant="light">{t('newest')}</Badge> },
    {
      id: 'required',
      title: t('columns.required'),
      cell: ({ is_required: isRequired }) => t(isRequired ? 'yes' : 'no'),
    },
    { id: 'size', title: t('columns.size'), cell: ({ size: bytes }) => size(bytes) },
    { id: 'date', title: t('columns.date'), cell: ({ date: at }) => date(at, 'datetime') },
    {
      id: 'sha256',
      title: t('columns.sha256'),
      isWide: true,
      isCut: true,
      cell: ({ sha256 }) => (
        <Code dir="ltr" title={sha256}>
          {sha256}
        </Code>
      ),
    },
  ];
}

/** `tabs` leads to the other part of the screen. */
export function Versions({ title, tabs }: { title: string; tabs: ReactNode }) {
  const t = useTranslations('journals.app.versions');
  const { digits } = useFormat();
  const read = useRead(api.updates.list, {});
  const [isOpen, setOpen] = useState(false);
  const rows = [...(read.data ?? [])].sort((a, b) => compareVersions(b.version, a.version));
  const columns = useColumns(rows[0]?.id);
  const remove = useWrite(api.updates.remove);
  const removing = useAction(({ id }: AppVersion) => remove.mutateAsync({ params: { id } }), {
    confirm: ({ version }) => ({
      title: t('removeTitle', { version: digits(version) }),
      text: t('removeText'),
      confirm: t('remove'),
      danger: true,
    }),
    done: (_, { version }) => t('removed', { version: digits(version) }),
  });
  const acts = (row: AppVersion): RowAct[] => [
    {
      id: 'remove',
      label: t('remove'),
      icon: <IconTrash size={16} />,
      isDanger: true,
      run: () => void removing.run(row),
    },
  ];
  const publish = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {t('publish')}
    </Button>
  );
  return (
    <Page
      title={title}
      actions={
        <>
          {tabs}
          {rows.length > 0 && publish}
        </>
      }
    >
      {read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : !read.data ? (
        <TableSkeleton rows={SKELETON_ROWS} columns={columns.length} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconDeviceMobile size={24} />}
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={publish}
        />
      ) : (
        <DataList
          label={title}
          rows={rows}
          title={{ title: t('columns.version'), text: ({ version }) => digits(version) }}
          columns={columns}
          acts={acts}
          quickAct={({ path }) => (
            <Button component="a" href={path} download variant="default" size="compact-sm">
              {t('download')}
            </Button>
          )}
        />
      )}
      {isOpen && <PublishDialog last={rows[0]?.version ?? null} onClose={() => setOpen(false)} />}
    </Page>
  );
}
