// Queries that a person keeps: open, rename, throw away.
'use client';
import { Menu } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { z } from 'zod';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import list from '@/components/kept-list.module.css';
import { MoreMenu } from '@/components/layout/more-menu';
import { api } from '@/contract';
import { DetailTree } from '@/contract/schemas/query';
import type { UserItem } from '@/contract/schemas/settings';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useTool } from '@/map/state/tool';
import classes from './query.module.css';
import type { BuiltQuery } from './tree';

/** The word under which queries are kept among a person's items. */
export const ITEM = 'query';
const Kept = z.object({ layer: z.number().int(), query: DetailTree });

export const Saved = ({ onOpen }: { onOpen: (layer: number, query: BuiltQuery) => void }) => {
  const t = useTranslations('map.tools.query');
  const text = useErrorText();
  const dialogs = useDialogs();
  const layers = useTool((s) => s.layers);
  const read = useRead(api.settings.items, { query: { type: ITEM } });
  const edit = useWrite(api.settings.editItem);
  const remove = useWrite(api.settings.removeItem);
  const add = useWrite(api.settings.addItem);
  if (read.isPending) return <ListSkeleton rows={2} />;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (read.data.length === 0) return <EmptyState title={t('noneKept')} text={t('noneKeptText')} noAct="beside" />;
  const showError = (error: unknown) => toast({ type: 'error', message: text(error) });
  const drop = (item: UserItem) =>
    remove.mutateAsync({ params: { id: item.id } }).then(
      () =>
        toast({
          type: 'info',
          message: t('removed', { name: item.label }),
          action: {
            label: t('undo'),
            run: () =>
              void add
                .mutateAsync({ body: { label: item.label, type: ITEM, data: item.data as never } })
                .catch(showError),
          },
        }),
      showError,
    );
  return (
    <ul className={list.list}>
      {read.data.map((item) => {
        const parsed = Kept.safeParse(item.data);
        const layer = parsed.success ? layers.find((l) => l.id === parsed.data.layer) : undefined;
        return (
          <li key={item.id}>
            <button
              type="button"
              className={`${list.name} ${classes.name}`}
              disabled={!layer}
              onClick={() => parsed.success && onOpen(parsed.data.layer, parsed.data.query)}
            >
              <bdi>{item.label}</bdi>
              <small>
                <bdi>{layer?.label ?? t('layerGone')}</bdi>
              </small>
            </button>
            <MoreMenu label={t('more', { name: item.label })}>
              <Menu.Item
                onClick={async () => {
                  const label = await dialogs.prompt({ title: t('rename'), label: t('name'), value: item.label });
                  if (label) await edit.mutateAsync({ params: { id: item.id }, body: { label } }).catch(showError);
                }}
              >
                {t('rename')}
              </Menu.Item>
              <Menu.Item color="red" onClick={() => void drop(item)}>
                {t('remove')}
              </Menu.Item>
            </MoreMenu>
          </li>
        );
      })}
    </ul>
  );
};
