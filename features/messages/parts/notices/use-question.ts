// Asks whether a notice is to go: how many it reaches and their first names, and when where it waits for a time.
'use client';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import type { AudienceValues } from '../../logic/audience';
import { useCountNow } from './audience-fields';

/** Resolves to whether it is to go. Nobody may be meant yet where it goes later. */
export function useQuestion() {
  const t = useTranslations('messages.notices');
  const { number, listed, date } = useFormat();
  const errorText = useErrorText();
  const { confirm, alert } = useDialogs();
  const countNow = useCountNow();
  return async (audience: AudienceValues, sendAt: string | null): Promise<boolean> => {
    try {
      const { count, first } = await countNow(audience);
      const n = { n: number(count), count };
      if (sendAt !== null)
        return await confirm({
          title: t('scheduleTitle', { time: date(sendAt, 'datetime') }),
          text: t('scheduleText', n),
          confirm: t('schedule'),
        });
      const names = listed(first.map((person) => personName(person)));
      if (count === 0) return alert({ title: t('audienceEmpty') }).then(() => false);
      return await confirm({
        title: t('sendTitle', n),
        text: count > first.length ? t('namesMore', { names }) : names,
        confirm: t('send'),
      });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
      return false;
    }
  };
}
