// Edits a shared list: its name and items, with the layers that have it.
'use client';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import type { ChoiceList } from '@/contract/endpoints/values/choice-lists';
import { choicesProblem } from '@/contract/fields/choice';
import { api } from '@/contract/index';
import { type Choice, MAX_CHOICES } from '@/contract/schemas/form';
import { useWrite } from '@/lib/api/hooks';
import { ifMatch, type Resource, useResource } from '@/lib/api/use-resource';
import { useFormat } from '@/lib/i18n/use-format';
import { useProblemWords } from '../../use-problem-words';
import { ChoicesGrid } from '../choices-grid';
import classes from './lists.module.css';

const LOCKED: ReadonlySet<string> = new Set();

interface EditListProps {
  id: number;
  /** The list is saved with these items. */
  onItems: (items: readonly Choice[]) => void;
  onClose: () => void;
}

function ListForm({ list, onItems, onClose }: Omit<EditListProps, 'id'> & { list: Resource<ChoiceList> }) {
  const t = useTranslations('formStudio.lists');
  const { number } = useFormat();
  const words = useProblemWords();
  const [label, setLabel] = useState(list.body.label);
  const [items, setItems] = useState<readonly Choice[]>(list.body.items);
  const [isTried, setTried] = useState(false);
  const edit = useWrite(api.choiceLists.edit);
  const { run, isBusy } = useAction(() => edit.mutateAsync({ params: { id: list.body.id }, body: { label, items: [...items] }, options: ifMatch(list.etag) }), { done: () => t('saved') }); // biome-ignore format: one call
  const problem = choicesProblem({ choices: items });
  const save = async () => {
    setTried(true);
    if (problem || label.trim() === '') return;
    const saved = await run(undefined);
    if (!saved) return;
    onItems(saved.items);
    onClose();
  };
  const hasParent = items.some(({ parent }) => parent);
  const { layers } = list.body;
  return (
    <>
      <TextInput
        label={t('label')}
        required
        maxLength={200}
        value={label}
        error={isTried && label.trim() === '' && t('labelMissing')}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Text size="sm" mt="sm">
        {t('usage', { count: layers.length, n: number(layers.length) })}
      </Text>
      {layers.length > 0 && (
        <ul className={classes.layers}>
          {layers.map(({ id, label: name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" c="dimmed" mb="sm">
        {t('editHint')}
      </Text>
      <ChoicesGrid choices={items} savedValues={LOCKED} hasParent={hasParent} isWide onChange={setItems} />
      {isTried && problem && (
        <p role="alert" className={classes.error}>
          {words(problem)}
        </p>
      )}
      <Group mt="md" justify="space-between">
        <Button loading={isBusy} onClick={() => void save()}>
          {t('save')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={items.length >= MAX_CHOICES}
          onClick={() => setItems([...items, { value: '', label: '' }])}
        >
          {t('addItem')}
        </Button>
      </Group>
    </>
  );
}

export function EditListDialog({ id, onItems, onClose }: EditListProps) {
  const t = useTranslations('formStudio.lists');
  const read = useResource(api.choiceLists.one, { params: { id } });
  return (
    <Dialog opened onClose={onClose} title={t('edit')} size="xl">
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isLoading && <FormSkeleton fields={3} />}
      {read.data && <ListForm list={read.data} onItems={onItems} onClose={onClose} />}
    </Dialog>
  );
}
