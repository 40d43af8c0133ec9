// Taking a layer back: who loses it is told first, and its name is asked for where it is in use. For some seconds it can be put back.
'use client';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { UNPUBLISH_UNDO_SECONDS } from '@/contract/schemas/publish/layer';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';

/** Resolves to whether it was done. */
export function useUnpublish(): (id: number) => Promise<boolean> {
  const t = useTranslations('publish.remove');
  const { confirm, prompt } = useDialogs();
  const { number, date } = useFormat();
  const common = useTranslations('common');
  const remove = useWrite(api.publish.remove);
  const restore = useWrite(api.publish.restore);
  const errorText = useErrorText();

  const putBack = (layer: number, undo: string) =>
    restore.mutateAsync({ params: { layer }, body: { undo } }).then(
      ({ label }) => toast({ type: 'success', message: t('restored', { name: isolate(label) }) }),
      (error) => toast({ type: 'error', message: errorText(error) }),
    );

  async function run(id: number): Promise<boolean> {
    const { label, keys, requests_week, requests_month } = await call(api.publish.one, { params: { layer: id } });
    const name = isolate(label);
    const last = keys.map(({ last_used }) => last_used ?? '').sort().at(-1); // biome-ignore format: one line
    const use = t('use', { keys: keys.length, n: number(keys.length), requests: number(requests_month) });
    const text = [t('text'), use, ...(last ? [t('last', { when: date(last, 'relative') })] : [])].join(' ');
    const question = { title: t('title', { name }), confirm: t('confirm') };
    if (requests_week > 0) {
      const typed = await prompt({ ...question, text: `${text} ${t('type', { name })}`, label: t('typeLabel') });
      if (typed === null) return false;
      if (typed !== label.trim()) {
        toast({ type: 'error', message: t('wrong') });
        return false;
      }
    } else if (!(await confirm({ ...question, text, danger: true }))) return false;
    const { undo } = await remove.mutateAsync({ params: { layer: id } });
    toast({
      type: 'success',
      message: t('done', { name }),
      ...(undo === undefined
        ? {}
        : {
            duration: UNPUBLISH_UNDO_SECONDS * 1000,
            action: { label: common('undo'), run: () => void putBack(id, undo) },
          }),
    });
    return true;
  }

  return (id) =>
    run(id).catch((error) => {
      toast({ type: 'error', message: errorText(error) });
      return false;
    });
}
