// The sentence of a field's problem in the reader's language.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { FieldProblem } from '../../contract/problems';
import { useFormat } from '../i18n/use-format';

export function useProblemText(): (problem: FieldProblem) => string {
  const t = useTranslations('errors.fields');
  const { number } = useFormat();
  return useCallback(({ problem, limit }) => t(problem, { limit: number(limit ?? 0) }), [t, number]);
}
