// Why a value is refused, in the reader's words.
'use client';
import { useTranslations } from 'next-intl';
import { isTextual } from '@/contract/fields';
import type { Field, FieldProblem } from '@/contract/schemas/form';
import { useFormat } from '@/lib/i18n/use-format';

/** A sentence for a problem of a field. */
export function useProblemText(): (field: Field, problem: FieldProblem) => string {
  const t = useTranslations('records.problem');
  const { number } = useFormat();
  return (field, problem) => {
    if (problem === 'max') return t(isTextual(field) ? 'maxLength' : 'max', { n: number(field.max ?? 0) });
    if (problem === 'min') return t('min', { n: number(field.min ?? 0) });
    return t(problem);
  };
}
