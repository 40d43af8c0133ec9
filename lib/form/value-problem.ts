// Why a value of a record is refused, in the reader's words.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Field, FieldProblem } from '../../contract/schemas/form';
import { useFormat } from '../i18n/use-format';

/** A sentence for a problem of a field: the form's own words where a pattern has them. */
export function useValueProblem(): (field: Field, problem: FieldProblem) => string {
  const t = useTranslations('common.valueProblem');
  const { number, date } = useFormat();
  return useCallback(
    (field, problem) => {
      if (problem === 'pattern' && field.pattern && 'text' in field.pattern && field.pattern.message)
        return field.pattern.message;
      if (problem !== 'min' && problem !== 'max') return t(problem);
      const limit = field[problem] ?? 0;
      if (typeof limit === 'string') return t(`${problem}Date`, { day: date(limit) });
      const isLength = field.type === 'text' || field.type === 'long_text';
      return t(isLength ? `${problem}Length` : problem, { n: number(limit) });
    },
    [t, number, date],
  );
}
