// The records of one layer on a screen of their own: the table, and the form of the record that is open beside it.
'use client';
import { Button, Skeleton } from '@mantine/core';
import { IconMap, IconPlus, IconStack2 } from '@tabler/icons-react';
import Link from 'next/link';
import { useParams, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { EmptyState, ErrorState, FormSkeleton, TableSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { Glyph, legendOf } from '@/map';
import { onMap } from '../logic/addresses';
import { isFiltered } from '../logic/table-query';
import { useOpenRecord } from '../parts/use-open-record';
import { useFirstPage } from '../parts/use-pages';
import { useUrlTableState } from '../parts/use-table-state';
import { RecordPanel } from '../slots/record-panel';
import { RecordTable } from '../slots/record-table';
import classes from './layer-data.module.css';

const GLYPH = 20;

/** /app/layer-data/:id */
export function LayerDataScreen() {
  const t = useTranslations('records.screen');
  const id = Number(useParams<{ id: string }>().id);
  const isValidId = Number.isSafeInteger(id) && id > 0;
  const layer = useRead(api.layers.one, { params: { id } }, { enabled: isValidId });
  const { query } = useUrlTableState();
  useFirstPage(id, isValidId && query.order === null && !isFiltered(query));
  const missing = !isValidId || (layer.error instanceof CallError && [403, 404].includes(layer.error.status));
  if (layer.data && layer.data.type > 3)
    return <Nothing title={t('picture')} text={t('pictureText', { layer: layer.data.label })} />;
  if (layer.data) return <LayerData layer={layer.data} />;
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
  const isFirst = useRef(true);
  useEffect(() => {
    const wasAsked = !isFirst.current;
    isFirst.current = false;
    if (open !== null && wasAsked) {
      if (!aside.current?.contains(document.activeElement)) opener.current = document.activeElement;
      aside.current?.querySelector<HTMLElement>('section')?.focus();
    }
    if (open === null && opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  }, [open]);
  return aside;
}

function LayerData({ layer }: { layer: Layer }) {
  const t = useTranslations('records.screen');
  const { number } = useFormat();
  const router = useRouter();
  const state = useUrlTableState();
  const [selected, setSelected] = useState<number[]>([]);
  const { open, record, failed, retry, openRecord, openNew, close } = useOpenRecord();
  const glyph = layer.type > 0 ? legendOf(layer)[0] : undefined;
  const locate = (record: LayerRecord) => router.push(onMap(layer.id, record.id));
  useLayerTitle(layer.label);
  const aside = useOpenedFocus(open);
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        {glyph && <Glyph glyph={glyph.glyph} size={GLYPH} />}
        <h1 className={classes.title}>
          <bdi>{layer.label}</bdi>
        </h1>
        <span className={classes.count}>{t('count', { n: number(layer.record_count) })}</span>
        <span className={classes.actions}>
          {layer.type === 0 && layer.rights.add && (
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
              {t('add')}
            </Button>
          )}
          {layer.type > 0 && (
            <Button component={Link} href={onMap(layer.id)} leftSection={<IconMap size={16} aria-hidden />}>
              {t('toMap')}
            </Button>
          )}
        </span>
      </header>
      <div className={classes.body} data-open={open !== null || undefined}>
        <div className={classes.table}>
          <RecordTable
            layer={layer}
            height="fill"
            state={state}
            selected={selected}
            onSelect={setSelected}
            onOpen={(record) => {
              setSelected([record.id]);
              openRecord(record);
            }}
            onLocate={locate}
          />
        </div>
        {open !== null && (
          <aside ref={aside} className={classes.panel}>
            {failed ? (
              <ErrorState error={failed} retry={retry} />
            ) : record !== undefined ? (
              <RecordPanel
                key={open}
                layer={layer}
                record={record}
                geometry={undefined}
                onSaved={(saved) => openRecord(saved)}
                onDeleted={() => {
                  setSelected([]);
                  close();
                }}
                onClose={close}
                {...(layer.type > 0 && record ? { onLocate: () => locate(record) } : {})}
              />
            ) : (
              <div className={classes.waiting}>
                <FormSkeleton fields={6} />
              </div>
            )}
          </aside>
        )}
      </div>
    </div>
  );
}
