// What a line of the system log is about, in words.
'use client';
import { useTranslations } from 'next-intl';
import type { SystemLogLine } from '@/contract/schemas/log';
import { useFormat } from '@/lib/i18n/use-format';
import { isSessionEvent, trackQuestion } from '../logic/words';

/** Empty where a call is about nothing in particular. */
export function useObjectText(): (line: SystemLogLine) => string {
  const t = useTranslations('journals.system');
  const { digits, date } = useFormat();
  return (line) => {
    const { object, label } = line;
    if (isSessionEvent(object)) return t(`events.${object}`);
    const question = trackQuestion(line);
    if (question) {
      const people = question.people.map(digits).join(t('comma'));
      return [question.days.map((day) => date(day)).join(' – '), people && t('ofUsers', { ids: people })]
        .filter(Boolean)
        .join(' · ');
    }
    return [label, /^\d+$/.test(object) ? digits(object) : object].filter(Boolean).join(' · ');
  };
}
