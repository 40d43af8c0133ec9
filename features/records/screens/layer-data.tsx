// The page of one layer: its records as a table and on a map, the form of the record that is open beside them, and what is said of the layer itself.
'use client';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import Link from 'next/link';
import { useParams, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { EmptyState, ErrorState, FormSkeleton, ListSkeleton, TableSkeleton } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { href } from '@/lib/routes/rules';
import { onMap } from '../logic/addresses';
import { type LayerTab, TABS_WITH_RECORD, tabsOf } from '../logic/layer-page/layer-tabs';
import { isFiltered } from '../logic/table-query';
import { LayerHead } from '../parts/layer-page/layer-head';
import { useLayerTab } from '../parts/layer-page/use-layer-tab';
import { DataTab } from '../parts/layer-views/data-tab';
import { useOpenRecord } from '../parts/use-open-record';
import { useFirstPage } from '../parts/use-pages';
import { useUrlTableState } from '../parts/use-table-state';
import classes from './layer-data.module.css';

/** The form beside the table: most visits open no record. */
const RecordPanel = lazyPart(async () => ({ default: (await import('../slots/record-panel')).RecordPanel }));
/** Sides beside the data: their code comes when they are opened. */
const LayerMap = lazyPart(() => import('../parts/layer-page/layer-map'));
const LayerFiles = lazyPart(() => import('../parts/layer-files/layer-files'));
const LayerHistory = lazyPart(() => import('../parts/layer-history/layer-history'));
const LayerAbout = lazyPart(() => import('../parts/layer-page/layer-about'));

type OpenState = ReturnType<typeof useOpenRecord>;

export interface LayerDataScreenProps {
  /** The side that says who may do what, lent by the layers' room. */
  access: ReactNode;
}

/** /app/layer-data/:id */
export function LayerDataScreen({ access }: LayerDataScreenProps) {
  const t = useTranslations('records.screen');
  const id = Number(useParams<{ id: string }>().id);
  const isValidId = Number.isSafeInteger(id) && id > 0;
  const layer = useRead(api.layers.one, { params: { id } }, { enabled: isValidId });
  const { query } = useUrlTableState();
  useFirstPage(id, isValidId && query.order === null && !isFiltered(query));
  const missing = !isValidId || (layer.error instanceof CallError && [403, 404].includes(layer.error.status));
  if (layer.data && layer.data.type > 3)
    return <Nothing title={t('picture')} text={t('pictureText', { layer: layer.data.label })} />;
  if (layer.data) return <LayerData key={id} layer={layer.data} access={access} />;
  if (missing) return <Nothing title={t('missing')} text={t('missingText')} />;
  if (layer.error) return <ErrorState error={layer.error} retry={() => void layer.refetch()} />;
  return (
    <div aria-busy>
      <Skeleton h={24} w={240} mb={16} />
      <TableSkeleton rows={12} columns={6} />
    </div>
  );
}

function Nothing({ title, text }: { title: string; text: string }) {
  const t = useTranslations('records.screen');
  return (
    <EmptyState
      icon={<IconStack2 size={24} />}
      title={title}
      text={text}
      action={
        <Button component={Link} href={href('layers')}>
          {t('toLayers')}
        </Button>
      }
    />
  );
}

/** Several layers in several tabs are told apart. */
function useLayerTitle(label: string) {
  useEffect(() => {
    const { title } = document;
    document.title = `${label} | ${title}`;
    return () => {
      document.title = title;
    };
  }, [label]);
}

/** What opens beside the table takes the keyboard from whoever opened it, and gives it back. */
function useOpenedFocus(open: string | null) {
  const aside = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  /** A record that the address opened leaves the keyboard where it is. */
  const byAddress = useRef(open);
  useEffect(() => {
    if (open !== byAddress.current) byAddress.current = null;
    if (open === null && opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  }, [open]);
  const takeFocus = () => {
    if (open === byAddress.current) return;
    if (!aside.current?.contains(document.activeElement)) opener.current = document.activeElement;
    aside.current?.querySelector<HTMLElement>('section')?.focus();
  };
  return { aside, takeFocus };
}

/** Runs once what stands beside it is on screen: an effect waits with the Suspense around it. */
function OnScreen({ run }: { run: () => void }) {
  const onScreen = useEffectEvent(run);
  useEffect(() => onScreen(), []);
  return null;
}

/** The record that is open beside the table or the map. */
function OpenRecord({
  layer,
  at,
  onGone,
  onShow,
}: {
  layer: Layer;
  at: OpenState;
  onGone: () => void;
  onShow: () => void;
}) {
  const { open, record, failed, retry, openRecord, close } = at;
  const router = useRouter();
  const waiting = (
    <div className={classes.waiting}>
      <FormSkeleton fields={6} />
    </div>
  );
  if (failed) return <ErrorState error={failed} retry={retry} />;
  if (record === undefined) return waiting;
  return (
    <Suspense fallback={waiting}>
      <RecordPanel
        key={open}
        layer={layer}
        record={record}
        geometry={undefined}
        onSaved={(saved) => openRecord(saved)}
        onDeleted={() => {
          onGone();
          close();
        }}
        onClose={close}
        {...(layer.type > 0 && record ? { onLocate: () => router.push(onMap(layer.id, record.id)) } : {})}
      />
      <OnScreen key={`on-screen/${open}`} run={onShow} />
    </Suspense>
  );
}

function LayerData({ layer, access }: { layer: Layer; access: ReactNode }) {
  const t = useTranslations('layerPage.tabs');
  const router = useRouter();
  const state = useUrlTableState();
  const [selected, setSelected] = useState<number[]>([]);
  const at = useOpenRecord();
  const { tab, list, wasOpened, openTab } = useLayerTab(layer.type);
  const isBeside = at.open !== null && TABS_WITH_RECORD.includes(tab);
  useLayerTitle(layer.label);
  const { aside, takeFocus } = useOpenedFocus(isBeside ? at.open : null);
  const content: Record<LayerTab, () => ReactNode> = {
    data: () => (
      <DataTab
        layer={layer}
        state={state}
        selected={selected}
        onSelect={setSelected}
        onOpen={(record) => {
          setSelected([record.id]);
          at.openRecord(record);
        }}
        onLocate={(record) => router.push(onMap(layer.id, record.id))}
      />
    ),
    map: () => <LayerMap layer={layer} query={state.query} open={at.record ?? null} onOpen={at.openId} />,
    files: () => <LayerFiles layer={layer} onOpen={at.openId} />,
    history: () => <LayerHistory layer={layer} onOpen={at.openId} />,
    access: () => access,
    about: () => <LayerAbout layer={layer} />,
  };
  return (
    <div className={classes.screen}>
      <LayerHead
        layer={layer}
        onAdd={() => {
          openTab('data');
          at.openNew();
        }}
      />
      <Tabs
        value={tab}
        onChange={openTab}
        keepMountedMode="display-none"
        classNames={{ root: classes.tabs, list: classes.tabList, panel: classes.side }}
      >
        <Tabs.List ref={list} aria-label={t('label')}>
          {tabsOf(layer.type).map((id) => (
            <Tabs.Tab key={id} value={id}>
              {t(id)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={classes.body} data-open={isBeside || undefined}>
          <div className={classes.table}>
            {tabsOf(layer.type).map((id) => (
              <Tabs.Panel key={id} value={id}>
                <Suspense fallback={<ListSkeleton rows={6} />}>{wasOpened(id) && content[id]()}</Suspense>
              </Tabs.Panel>
            ))}
          </div>
          {isBeside && (
            <aside ref={aside} className={classes.panel}>
              <OpenRecord layer={layer} at={at} onGone={() => setSelected([])} onShow={takeFocus} />
            </aside>
          )}
        </div>
      </Tabs>
    </div>
  );
}
