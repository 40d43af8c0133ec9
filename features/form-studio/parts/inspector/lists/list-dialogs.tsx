// A shared list for the choices of a field: one that there is, or one made of them.
'use client';
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import type { ChoiceList } from '@/contract/endpoints/values/choice-lists';
import { api } from '@/contract/index';
import type { Choice } from '@/contract/schemas/form';
import { call } from '@/lib/api/client';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';

const PAGE = 100;
const PAUSE_MS = 250;

interface ListDialogProps {
  onList: (list: ChoiceList) => void;
  onClose: () => void;
}

export function TakeListDialog({ onList, onClose }: ListDialogProps) {
  const t = useTranslations('formStudio.lists');
  const { number } = useFormat();
  const [id, setId] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim().slice(0, 200), PAUSE_MS);
  const read = useRead(api.choiceLists.list, { query: { limit: PAGE, ...(search ? { search } : {}) } });
  const { run, isBusy } = useAction((list: number) => call(api.choiceLists.one, { params: { id: list } }));
  const lists = read.data?.results ?? [];
  const labelOf = (label: string, count: number, usage: number) => t('option', { label, n: number(count), usage: number(usage) }); // biome-ignore format: one call
  const take = async () => {
    const list = await run(Number(id));
    if (!list) return;
    onList(list);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('take')}>
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.data && lists.length === 0 && search === '' ? (
        <Text>{t('none')}</Text>
      ) : (
        <Select
          label={t('shared')}
          searchable
          data-autofocus
          nothingFoundMessage={t('nothing')}
          // The server has searched already.
          filter={({ options }) => options}
          onSearchChange={setText}
          data={lists.map(({ id: one, label, count, usage }) => ({
            value: String(one),
            label: labelOf(label, count, usage),
          }))}
          value={id}
          onChange={setId}
        />
      )}
      <Group mt="md">
        <Button disabled={id === null} loading={isBusy} onClick={() => void take()}>
          {t('use')}
        </Button>
      </Group>
    </Dialog>
  );
}

interface MakeListProps extends ListDialogProps {
  /** What the list is called at first. */
  label: string;
  choices: readonly Choice[];
}

export function MakeListDialog({ label: first, choices, onList, onClose }: MakeListProps) {
  const t = useTranslations('formStudio.lists');
  const { number } = useFormat();
  const [label, setLabel] = useState(first);
  const items = choices.filter(({ retired }) => !retired);
  const create = useWrite(api.choiceLists.create);
  const { run, isBusy } = useAction(() => create.mutateAsync({ body: { label, items } }));
  const make = async () => {
    const list = await run(undefined);
    if (!list) return;
    onList(list);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('make')}>
      <TextInput
        label={t('label')}
        description={t('makeHint', { n: number(items.length) })}
        required
        data-autofocus
        maxLength={200}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Group mt="md">
        <Button disabled={label.trim() === '' || items.length === 0} loading={isBusy} onClick={() => void make()}>
          {t('makeAct')}
        </Button>
      </Group>
    </Dialog>
  );
}
