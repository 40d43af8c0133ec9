// Takes a notice away after a question that says from whom.
'use client';
import { useTranslations } from 'next-intl';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { Notice } from '@/contract/schemas/message';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';

export function useRemoveNotice() {
  const t = useTranslations('messages.notices');
  const { number } = useFormat();
  const remove = useWrite(api.messages.removeNotice);
  return useAction((notice: Notice) => remove.mutateAsync({ params: { id: notice.id } }), {
    confirm: ({ subject, kind, recipients }) => ({
      title: t('removeTitle', { subject }),
      text: kind === 'automatic' ? t('removeAutomatic') : t('removeText', { n: number(recipients), count: recipients }),
      confirm: t('remove'),
      danger: true,
    }),
    done: () => t('removed'),
  });
}
