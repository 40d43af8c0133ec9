// The acts that change a layer from its row: a new name, who may do what there, and the trash.
'use client';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/dialogs';
import { useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';

/** They ask first and tell how it went. `onShare` opens the access of a layer, `onRemoved` is called after a removal. */
export function useLayerActs({ onShare, onRemoved }: { onShare: (layer: Layer) => void; onRemoved: () => void }) {
  const t = useTranslations('layers');
  const { number } = useFormat();
  const { prompt, confirm } = useDialogs();
  const errorText = useErrorText();
  const edit = useWrite(api.layers.edit);
  const remove = useWrite(api.layers.remove);
  const restore = useWrite(api.layers.restore);
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
    // Without an answer it is asked with what the list knows.
    const usage = await call(api.layers.usage, { params: { id } }).catch(() => null);
    const names = (list: readonly string[] | undefined) => (list?.length ? list.join(t('separator')) : 'none');
    const count = usage?.records ?? record_count;
    const files = usage?.files ?? 0;
    const sure = await confirm({
      title: t('remove.title', { label }),
      text: t('remove.text', {
        n: number(count),
        count,
        f: number(files),
        files,
        groups: names(usage?.groups),
        projects: names(usage?.projects),
      }),
      confirm: t('remove.confirm'),
      danger: true,
    });
    if (!sure) return;
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          const undo = () =>
            restore.mutate(
              { params: { id } },
              {
                onSuccess: () => void toast({ type: 'success', message: t('trash.restored', { label }) }),
                onError: failed,
              },
            );
          toast({
            type: 'success',
            message: t('remove.done', { label }),
            action: { label: t('remove.undo'), run: undo },
          });
          onRemoved();
        },
        onError: failed,
      },
    );
  };
  return { rename, share: onShare, drop };
}

export type LayerActs = ReturnType<typeof useLayerActs>;
