// All layers that this person may see: find one, open its records or the map, rename it, delete it.
'use client';
import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconStack2, IconTrash, IconUpload } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { Page } from '@/components/page';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/states';
import { api } from '@/contract/index';
import { useRead, useReadAll } from '@/lib/api/hooks';
import { allows, href, type Who } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { FIRST, queryOf } from '../logic/view';
import { AccessDialog } from '../parts/access-dialog';
import { Filters } from '../parts/filters';
import { LayerCards, LayerTable } from '../parts/layer-table';
import classes from '../parts/layers.module.css';
import { Pager } from '../parts/pager';
import { TrashDialog } from '../parts/trash-dialog';
import { useLayerActs } from '../parts/use-layer-acts';
import { useView } from '../parts/use-view';

const NARROW = '(max-width: 719px)';

/** `who` decides what is offered; the server decides what is done. */
export function LayersScreen({ who }: { who: Who | null }) {
  const t = useTranslations('layers');
  const { view, change } = useView();
  const narrow = useMediaQuery(NARROW);
  const list = useRead(api.layers.list, { query: queryOf(view) }, { keep: true });
  const groups = useReadAll(api.groups.list);
  const names = useMemo(() => new Map((groups.data ?? []).map(({ id, label }) => [id, label])), [groups.data]);
  const layers = list.data?.results ?? [];
  const on = useLayerActs({
    onShare: ({ id }) => change({ page: view.page, access: id }),
    onRemoved: () => {
      // The last layer of the last page takes its page with it.
      if (layers.length === 1 && view.page > 1) change({ page: view.page - 1 });
    },
  });
  const [isTrashOpen, setTrashOpen] = useState(false);

  const importing = allows(who, routes.layerImport.needs) && (
    <Button
      component={Link}
      href={href('layerImport', { id: 'upload' })}
      prefetch={false}
      leftSection={<IconUpload size={16} />}
    >
      {t('import')}
    </Button>
  );
  const trash = allows(who, api.layers.restore.needs) && (
    <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setTrashOpen(true)}>
      {t('trash.open')}
    </Button>
  );
  const filtered = view.search !== '' || view.type !== null;
  const empty = list.data?.count === 0;
  const rows = { layers, groups: names, who, on };
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap="xs">
          {trash}
          {(!empty || filtered) && importing}
        </Group>
      }
    >
      {(!empty || filtered) && <Filters view={view} onChange={change} />}
      {list.error && !list.data && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <ListSkeleton rows={8} />}
      {empty && !filtered && (
        <EmptyState
          icon={<IconStack2 size={24} />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={importing}
        />
      )}
      {list.data && layers.length === 0 && (filtered || view.page > 1) && (
        <EmptyState
          title={t('notFound.title')}
          text={t('notFound.text')}
          action={
            <Button variant="default" onClick={() => change(FIRST)}>
              {t('notFound.clear')}
            </Button>
          }
        />
      )}
      {layers.length > 0 && (
        <div
          className={classes.body}
          data-stale={list.isPlaceholderData || undefined}
          aria-busy={list.isPlaceholderData}
        >
          {narrow ? (
            <LayerCards {...rows} />
          ) : (
            <LayerTable {...rows} order={view.order} onOrder={(order) => change({ order })} />
          )}
          <Pager
            page={view.page}
            shown={layers.length}
            count={list.data?.count ?? 0}
            onPage={(page) => change({ page })}
          />
        </div>
      )}
      {isTrashOpen && <TrashDialog who={who} onClose={() => setTrashOpen(false)} />}
      {view.access !== null && (
        <AccessDialog
          layer={view.access}
          label={layers.find(({ id }) => id === view.access)?.label}
          onClose={() => change({ page: view.page, access: null })}
        />
      )}
    </Page>
  );
}
