// Relations between layers: the list, and the form of one beside it.
'use client';
import { Badge, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconSitemap } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { SplitView } from '@/components/layout/split-view';
import { api } from '@/contract/index';
import type { Relation } from '@/contract/schemas/layers/relation';
import { useRead } from '@/lib/api/hooks';
import { NewRelation, StoredRelation } from '../parts/relation-form';
import classes from '../parts/relations.module.css';
import { NEW, useOpenRelation } from '../parts/use-open-relation';

const SIZE = 50;
const WAIT_MS = 300;

/** /app/layer-relations */
export function LayerRelationsScreen() {
  const t = useTranslations('relations');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const [page, setPage] = useState(1);
  const { open, show, close } = useOpenRelation();
  const list = useRead(
    api.relations.list,
    { query: { limit: SIZE, offset: (page - 1) * SIZE, ...(search && { search }) } },
    { keep: true },
  );
  const rows = list.data?.results ?? [];
  const fromReference = rows.find(({ id, key }) => id === null && key === open);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show(NEW)}>
      {t('add')}
    </Button>
  );
  const isEmpty = list.data?.count === 0 && !search;
  return (
    <Page title={t('title')} fill actions={isEmpty ? undefined : add}>
      <SplitView
        isPair
        title={open === NEW ? t('new') : (rows.find(({ key }) => key === open)?.name ?? t('one'))}
        onClose={close}
        list={
          isEmpty ? (
            <EmptyState icon={<IconSitemap size={24} />} title={t('empty.title')} text={t('empty.text')} action={add} />
          ) : (
            <>
              <TextInput
                className={classes.search ?? ''}
                aria-label={t('search')}
                placeholder={t('search')}
                leftSection={<IconSearch size={16} aria-hidden />}
                value={typed}
                maxLength={200}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  setPage(1);
                }}
              />
              {list.error ? (
                <ErrorState error={list.error} retry={() => void list.refetch()} />
              ) : list.data ? (
                <RelationList rows={rows} open={open} onOpen={show} />
              ) : (
                <ListSkeleton />
              )}
              {list.data && list.data.count > SIZE && (
                <Pager page={page} size={SIZE} rowCount={rows.length} count={list.data.count} onPage={setPage} />
              )}
            </>
          )
        }
        detail={
          open === null ? null : open === NEW ? (
            <NewRelation key={NEW} onSaved={({ key }) => show(key)} onClose={close} />
          ) : fromReference ? (
            <>
              <Callout>{t('fromReference')}</Callout>
              <NewRelation key={open} from={fromReference} onSaved={({ key }) => show(key)} onClose={close} />
            </>
          ) : /^\d{1,9}$/.test(open) ? (
            <StoredRelation key={open} id={Number(open)} onSaved={() => undefined} onClose={close} />
          ) : null
        }
      />
    </Page>
  );
}

interface RelationListProps {
  rows: readonly Relation[];
  open: string | null;
  onOpen: (key: string) => void;
}

function RelationList({ rows, open, onOpen }: RelationListProps) {
  const t = useTranslations('relations');
  if (rows.length === 0) return <EmptyState title={t('nothing.title')} text={t('nothing.text')} noAct="beside" />;
  return (
    <ul className={classes.list}>
      {rows.map(({ id, key, name, parent, child, on_delete }) => (
        <li key={key}>
          <button
            type="button"
            className={classes.row}
            aria-current={key === open || undefined}
            onClick={() => onOpen(key)}
          >
            <bdi className={classes.name}>{name}</bdi>
            <Badge variant="light" color="gray" tt="none">
              {id === null ? t('reference') : t(`form.deletesShort.${on_delete}`)}
            </Badge>
            <span className={classes.ends}>
              {t('ends', { child: child?.label ?? t('hidden'), parent: parent?.label ?? t('hidden') })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
