// The two acts that change a layer from its row: a new name, and its end.
'use client';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/dialogs';
import { useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';

/** Both ask first and tell how it went. `onRemoved` hears of a removal. */
export function useLayerActs(onRemoved: () => void) {
  const t = useTranslations('layers');
  const { number } = useFormat();
  const { prompt, confirm } = useDialogs();
  const errorText = useErrorText();
  const edit = useWrite(api.layers.edit);
  const remove = useWrite(api.layers.remove);
  const failed = (error: unknown) => void toast({ type: 'error', message: errorText(error) });

  const rename = async ({ id, label }: Layer) => {
    const next = await prompt({
      title: t('rename.title'),
      label: t('rename.label'),
      value: label,
      confirm: t('rename.save'),
    });
    if (next === null || next === label) return;
    edit.mutate(
      { params: { id }, body: { label: next } },
      { onSuccess: () => void toast({ type: 'success', message: t('rename.done', { label: next }) }), onError: failed },
    );
  };
  const drop = async ({ id, label, record_count }: Layer) => {
    const sure = await confirm({
      title: t('remove.title', { label }),
      text: t('remove.text', { n: number(record_count), count: record_count }),
      confirm: t('remove.confirm'),
      danger: true,
    });
    if (!sure) return;
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast({ type: 'success', message: t('remove.done', { label }) });
          onRemoved();
        },
        onError: failed,
      },
    );
  };
  return { rename, drop };
}

export type LayerActs = ReturnType<typeof useLayerActs>;
