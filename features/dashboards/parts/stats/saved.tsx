// Questions that a person keeps and those that others share: opened, renamed, shared, duplicated, thrown away.
'use client';
import { Button } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { RowMenu } from '@/components/collection/row-menu';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import list from '@/components/kept-list.module.css';
import { Dialog } from '@/components/layout/dialog';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract';
import type { SavedQuestion } from '@/contract/schemas/boards/question';
import { useRead, useWrite } from '@/lib/api/hooks';
import { ifMatch } from '@/lib/api/use-resource';
import { personName } from '@/lib/i18n/person-name';
import { readQuestion, writeQuestion } from '../../logic/stats/address';
import type { Question } from '../../logic/stats/question';
import type { ShareQuestionProps } from './share-question';

const ShareQuestion = lazyPart<ShareQuestionProps>(() => import('./share-question'));
const ICON = 16;

const addressOf = (question: Question) => writeQuestion({ ...question, isMapFull: false }).toString();

/** The question that was saved; null where it holds none. */
function questionOf({ address }: SavedQuestion): Question | null {
  const question = readQuestion(new URLSearchParams(address));
  return question.layer ? question : null;
}

/** Asks for a name and keeps the question. */
export function useSaveQuestion(question: Question) {
  const t = useTranslations('dashboards.stats.saved');
  const { prompt } = useDialogs();
  const add = useWrite(api.questions.create);
  const adding = useAction((label: string) => add.mutateAsync({ body: { label, address: addressOf(question) } }), {
    done: ({ label }) => t('done', { name: label }),
  });
  const save = async () => {
    const label = await prompt({ title: t('nameTitle'), label: t('name'), confirm: t('save'), maxLength: 200 });
    if (label !== null) await adding.run(label);
  };
  return { save, isBusy: adding.isBusy };
}

function useActs(share: (question: SavedQuestion) => void) {
  const t = useTranslations('dashboards.stats.saved');
  const { prompt } = useDialogs();
  const edit = useWrite(api.questions.edit);
  const add = useWrite(api.questions.create);
  const remove = useWrite(api.questions.remove);
  const renaming = useAction(({ item, label }: { item: SavedQuestion; label: string }) =>
    edit.mutateAsync({ params: { id: item.id }, body: { label }, options: ifMatch(`"${item.version}"`) }),
  );
  const copying = useAction((item: SavedQuestion) =>
    add.mutateAsync({ body: { label: t('copyOf', { name: item.label }).slice(0, 200), address: item.address } }),
  );
  const removing = useAction((item: SavedQuestion) => remove.mutateAsync({ params: { id: item.id } }), {
    done: (_, { label }) => t('removed', { name: label }),
    undo: async (_, { label, address, audience, roles }) => {
      await add.mutateAsync({ body: { label, address, audience, roles } });
      return t('done', { name: label });
    },
  });
  const rename = async (item: SavedQuestion) => {
    const label = await prompt({ title: t('nameTitle'), label: t('name'), value: item.label, maxLength: 200 });
    if (label !== null && label !== item.label) await renaming.run({ item, label });
  };
  return (item: SavedQuestion) => [
    ...(item.can
      ? [
          { id: 'rename', label: t('rename'), icon: <IconPencil size={ICON} />, run: () => void rename(item) },
          { id: 'share', label: t('share'), icon: <IconUsers size={ICON} />, run: () => share(item) },
        ]
      : []),
    { id: 'copy', label: t('copy'), icon: <IconCopy size={ICON} />, run: () => void copying.run(item) },
    ...(item.can
      ? [{ id: 'remove', group: 'remove', label: t('remove'), icon: <IconTrash size={ICON} />, isDanger: true, run: () => void removing.run(item) }] // biome-ignore format: one act
      : []),
  ];
}

export interface SavedProps {
  onOpen: (question: Question) => void;
  onClose: () => void;
}

/** What a reader sees of whose it is and who else reads it. */
function useAbout() {
  const t = useTranslations('dashboards.stats.saved');
  return ({ is_own: isOwn, audience, owner }: SavedQuestion): string =>
    isOwn
      ? audience === 'own'
        ? ''
        : t(`shared.${audience}`)
      : t('of', { name: owner ? personName(owner) : t('nobody') });
}

export function SavedQuestions({ onOpen, onClose }: SavedProps) {
  const t = useTranslations('dashboards.stats.saved');
  const read = useRead(api.questions.list, {});
  const [shared, setShared] = useState<SavedQuestion | null>(null);
  const acts = useActs(setShared);
  const about = useAbout();
  if (shared)
    return (
      <Suspense>
        <ShareQuestion question={shared} onClose={() => setShared(null)} />
      </Suspense>
    );
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
          const words = question ? about(item) : t('broken');
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
                {words && <small>{words}</small>}
              </button>
              <RowMenu label={t('acts', { name: item.label })} acts={acts(item)} />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
