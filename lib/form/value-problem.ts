// Why a value of a record is refused, in the reader's words.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { specOf } from '../../contract/fields';
import { type Field, type FieldProblem, PRESETS } from '../../contract/schemas/form';
import { useFormat } from '../i18n/use-format';

const isPatternProblem = (problem: FieldProblem) => problem === 'pattern' || PRESETS.some((one) => one === problem);

/** A sentence for a problem of a field: the form's own words where a pattern has them. */
export function useValueProblem(): (field: Field, problem: FieldProblem) => string {
  const t = useTranslations('common.valueProblem');
  const { number, date, digits } = useFormat();
  return useCallback(
    (field, problem) => {
      if (isPatternProblem(problem) && field.pattern?.message) return field.pattern.message;
      if (problem !== 'min' && problem !== 'max') return t(problem);
      const limit = field[problem] ?? 0;
      if (typeof limit === 'string')
        return limit.includes(':')
          ? t(`${problem}Time`, { time: digits(limit) })
          : t(`${problem}Date`, { day: date(limit) });
      const { format } = specOf(field);
      if (format === 'list' || format === 'files') return t(`${problem}Count`, { n: number(limit) });
      return t(format === 'text' ? `${problem}Length` : problem, { n: number(limit) });
    },
    [t, number, date, digits],
  );
}
