// What can be done with one connection, as the acts of its row.
'use client';
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RowAct } from '@/components/collection/acts';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { ListedConnection } from '@/contract/schemas/database';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';

/** Layers that are named where a connection goes. */
const MAX_NAMES = 10;

/** Tries a saved connection and tells how it did. */
function useTest() {
  const t = useTranslations('layerSources');
  const { number } = useFormat();
  const errorText = useErrorText();
  const test = useWrite(api.databases.test);
  return async ({ id, label }: ListedConnection) => {
    try {
      const { failed, tables } = await test.mutateAsync({ body: { id } });
      if (failed) {
        const step = t(`database.trial.steps.${failed.step}`);
        toast({ type: 'error', message: t('connections.testFailed', { step, detail: failed.detail }) });
      } else toast({ type: 'success', message: t('connections.tested', { label, n: number(tables ?? 0) }) });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
}

export function useConnectionActs(onEdit: (id: number) => void): (connection: ListedConnection) => RowAct[] {
  const t = useTranslations('layerSources.connections');
  const { number } = useFormat();
  const test = useTest();
  const remove = useWrite(api.databases.remove);
  const { run } = useAction(({ id }: ListedConnection) => remove.mutateAsync({ params: { id } }), {
    confirm: async ({ id, label }) => {
      const { count, layers } = await call(api.databases.usage, { params: { id } });
      const names = layers
        .slice(0, MAX_NAMES)
        .map((layer) => `«${layer.label}»`)
        .join(' ');
      return {
        title: t('remove.title', { label }),
        text: t('remove.text', {
          n: number(count),
          count,
          layers: names + (count > MAX_NAMES ? t('remove.more') : ''),
        }),
        confirm: t('remove.confirm'),
        danger: true,
      };
    },
    done: (_, { label }) => t('remove.done', { label }),
  });
  return (connection) => [
    { id: 'edit', icon: <IconPencil size={16} />, label: t('acts.edit'), run: () => onEdit(connection.id) },
    { id: 'test', icon: <IconPlugConnected size={16} />, label: t('acts.test'), run: () => void test(connection) },
    {
      id: 'remove',
      group: 'remove',
      icon: <IconTrash size={16} />,
      label: t('acts.remove'),
      isDanger: true,
      run: () => void run(connection),
    },
  ];
}
