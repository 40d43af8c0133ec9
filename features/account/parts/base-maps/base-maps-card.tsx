// The base maps that the organisation adds to those of the deployment: their order, the default, and what each is made of.
'use client';
import { Badge, Button, Menu } from '@mantine/core';
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { moveItem } from '@/components/collection/sort-order';
import { Sortable } from '@/components/collection/sortable';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import { type BaseMapEntry, MAX_BASE_MAPS, type OwnBaseMap } from '@/contract/schemas/settings';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, readResource, useResource } from '@/lib/api/use-resource';
import { type BaseMapValues, fieldsOfEntry, newValues, toEntries, toEntry, toValues, withEntry, withoutEntry } from '../../logic/base-maps'; // biome-ignore format: one line
import { BaseMapDialog } from './base-map-dialog';
import classes from './base-maps.module.css';

/** Sends the list; what is wrong with an entry is told by its own fields. */
async function send(items: BaseMapEntry[], etag: string | null): Promise<void> {
  try {
    await call(api.customer.setBaseMaps, { body: { items } }, ifMatch(etag));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { kind, status, detail, code, requestId, body } = error;
    throw new CallError(kind, status, detail, code, fieldsOfEntry(error.fields), requestId, body);
  }
}

function EntryRow({ entry, label }: { entry: OwnBaseMap; label: string }) {
  const t = useTranslations('account.baseMaps');
  return (
    <div className={classes.entry}>
      <div className={classes.words}>
        <bdi className={classes.name}>{label}</bdi>
        <bdi dir="ltr" className={classes.source}>
          {entry.url ?? entry.file}
        </bdi>
      </div>
      {entry.is_default && (
        <Badge size="sm" variant="light">
          {t('default')}
        </Badge>
      )}
    </div>
  );
}

interface EntryActsProps {
  entry: OwnBaseMap;
  onEdit: () => void;
  onDefault: () => void;
  onRemove: () => void;
}

function EntryActs({ entry, onEdit, onDefault, onRemove }: EntryActsProps) {
  const t = useTranslations('account.baseMaps');
  const common = useTranslations('common');
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconPencil size={14} />} onClick={onEdit}>
        {common('edit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconStar size={14} />} onClick={onDefault}>
        {t(entry.is_default ? 'noDefault' : 'makeDefault')}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={onRemove}>
        {common('delete')}
      </Menu.Item>
    </>
  );
}

type Edit = (list: readonly OwnBaseMap[]) => BaseMapEntry[];

/** What is saved, and how it is saved. */
function useBaseMapList() {
  const client = useQueryClient();
  const read = useResource(api.customer.baseMaps, {});
  /** As they were just put in order, until the server has them so. */
  const [moved, setMoved] = useState<OwnBaseMap[] | null>(null);
  const list = moved ?? read.data?.body ?? [];
  const etag = read.data?.etag ?? null;
  const refresh = async () => {
    await invalidate(client, ['base']);
    await read.refetch();
  };
  // A row's act is done to the list as the server has it now: what stands on the screen may be a moment old.
  const edit = async (act: Edit) => {
    const now = await readResource(api.customer.baseMaps, {});
    await send(act(now.body), now.etag).finally(refresh);
  };
  const change = useAction(edit);
  const move = async (from: number, to: number) => {
    const next = [...moveItem(list, from, to)];
    setMoved(next);
    const place = new Map(next.map(({ id }, i) => [id, i]));
    const placeOf = ({ id }: OwnBaseMap) => place.get(id) ?? next.length;
    await change.run((now) => toEntries([...now].sort((a, b) => placeOf(a) - placeOf(b))));
    setMoved(null);
  };
  const save = async (entry: BaseMapEntry, version: string | null) => {
    const now = await readResource(api.customer.baseMaps, {});
    await send(withEntry(now.body, entry), version);
    await refresh();
  };
  return { read, list, etag, edit, change, move, save };
}

/** For superusers; each change counts at once. */
export default function BaseMapsCard() {
  const t = useTranslations('account.baseMaps');
  const common = useTranslations('common');
  const lang = useLocale();
  const { read, list, etag, edit, change, move, save } = useBaseMapList();
  const [open, setOpen] = useState<{ values: BaseMapValues; isNew: boolean } | null>(null);
  const nameOf = (entry: OwnBaseMap) => (lang === 'fa' ? entry.name_fa : entry.name_en);
  const removal = useAction((entry: OwnBaseMap) => edit((now) => withoutEntry(now, entry.id)), {
    confirm: (entry) => ({
      title: t('removeTitle', { name: nameOf(entry) }),
      text: t('removeText'),
      confirm: common('delete'),
      danger: true,
    }),
  });
  const add = () => setOpen({ values: newValues(`own-${crypto.randomUUID().slice(0, 8)}`), isNew: true });
  const addButton = (
    <Button size="xs" variant="default" disabled={!read.data || list.length >= MAX_BASE_MAPS} onClick={add}>
      {t('add')}
    </Button>
  );
  return (
    <Card title={t('title')} hint={t('hint')} action={list.length > 0 && addButton}>
      {read.error && !read.data && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isPending && <ListSkeleton rows={2} />}
      {read.data && list.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} action={addButton} />}
      {list.length > 0 && (
        <Sortable
          label={t('title')}
          items={list.map((entry) => ({ id: entry.id, label: nameOf(entry), entry }))}
          onMove={(from, to) => void move(from, to)}
          menu={({ entry }) => (
            <EntryActs
              entry={entry}
              onEdit={() => setOpen({ values: toValues(entry), isNew: false })}
              onDefault={() =>
                void change.run((now) => withEntry(now, toEntry({ ...toValues(entry), is_default: !entry.is_default })))
              }
              onRemove={() => void removal.run(entry)}
            />
          )}
        >
          {({ entry, label }) => <EntryRow entry={entry} label={label} />}
        </Sortable>
      )}
      {open && (
        <BaseMapDialog
          key={open.values.id}
          values={open.values}
          etag={etag}
          isNew={open.isNew}
          save={save}
          reload={async () => {
            const now = await readResource(api.customer.baseMaps, {});
            const entry = now.body.find(({ id }) => id === open.values.id);
            return entry ? { values: toValues(entry), etag: now.etag } : null;
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  );
}
