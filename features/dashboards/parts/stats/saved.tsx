// Questions that a person keeps: opened, renamed, duplicated, thrown away.
'use client';
import { Button } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { RowMenu } from '@/components/collection/row-menu';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import list from '@/components/kept-list.module.css';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import type { UserItem } from '@/contract/schemas/settings';
import { useRead, useWrite } from '@/lib/api/hooks';
import { readQuestion, writeQuestion } from '../../logic/stats/address';
import type { Question } from '../../logic/stats/question';

/** The word under which questions are kept among a person's items. */
const ITEM = 'statistics';
const ICON = 16;

const dataOf = (question: Question) => ({ address: writeQuestion({ ...question, isMapFull: false }).toString() });

/** The question of an item; null where it holds none. */
function questionOf({ data }: UserItem): Question | null {
  const address = typeof data === 'object' && data !== null && 'address' in data ? data.address : null;
  const question = typeof address === 'string' ? readQuestion(new URLSearchParams(address)) : null;
  return question?.layer ? question : null;
}

/** Asks for a name and keeps the question. */
export function useSaveQuestion(question: Question) {
  const t = useTranslations('dashboards.stats.saved');
  const { prompt } = useDialogs();
  const add = useWrite(api.settings.addItem);
  const adding = useAction(
    (label: string) => add.mutateAsync({ body: { label, type: ITEM, data: dataOf(question) } }),
    {
      done: ({ label }) => t('done', { name: label }),
    },
  );
  const save = async () => {
    const label = await prompt({ title: t('nameTitle'), label: t('name'), confirm: t('save'), maxLength: 200 });
    if (label !== null) await adding.run(label);
  };
  return { save, isBusy: adding.isBusy };
}

function useItemActs() {
  const t = useTranslations('dashboards.stats.saved');
  const { prompt } = useDialogs();
  const edit = useWrite(api.settings.editItem);
  const add = useWrite(api.settings.addItem);
  const remove = useWrite(api.settings.removeItem);
  const copyOf = ({ type, data }: UserItem, label: string) =>
    add.mutateAsync({ body: { label, type, data: data as never } });
  const renaming = useAction(({ item, label }: { item: UserItem; label: string }) =>
    edit.mutateAsync({ params: { id: item.id }, body: { label } }),
  );
  const copying = useAction((item: UserItem) => copyOf(item, t('copyOf', { name: item.label }).slice(0, 200)));
  const removing = useAction((item: UserItem) => remove.mutateAsync({ params: { id: item.id } }), {
    done: (_, { label }) => t('removed', { name: label }),
    undo: async (_, item) => {
      await copyOf(item, item.label);
      return t('done', { name: item.label });
    },
  });
  return (item: UserItem) => [
    {
      id: 'rename',
      label: t('rename'),
      icon: <IconPencil size={ICON} />,
      run: async () => {
        const label = await prompt({ title: t('nameTitle'), label: t('name'), value: item.label, maxLength: 200 });
        if (label !== null && label !== item.label) await renaming.run({ item, label });
      },
    },
    { id: 'copy', label: t('copy'), icon: <IconCopy size={ICON} />, run: () => void copying.run(item) },
    { id: 'remove', group: 'remove', label: t('remove'), icon: <IconTrash size={ICON} />, isDanger: true, run: () => void removing.run(item) }, // biome-ignore format: one act
  ];
}

export interface SavedProps {
  onOpen: (question: Question) => void;
  onClose: () => void;
}

export function SavedQuestions({ onOpen, onClose }: SavedProps) {
  const t = useTranslations('dashboards.stats.saved');
  const read = useRead(api.settings.items, { query: { type: ITEM } });
  const acts = useItemActs();
  return (
    <Dialog opened onClose={onClose} title={t('title')}>
      {read.isPending && <ListSkeleton rows={3} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.data?.length === 0 && (
        <EmptyState
          title={t('none')}
          text={t('noneText')}
          action={<Button onClick={onClose}>{t('toQuestion')}</Button>}
        />
      )}
      <ul className={list.list}>
        {read.data?.map((item) => {
          const question = questionOf(item);
          return (
            <li key={item.id}>
              <button
                type="button"
                className={list.name}
                disabled={!question}
                onClick={() => {
                  if (question) onOpen(question);
                  onClose();
                }}
              >
                <bdi>{item.label}</bdi>
                {!question && <small>{t('broken')}</small>}
              </button>
              <RowMenu label={t('acts', { name: item.label })} acts={acts(item)} />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
