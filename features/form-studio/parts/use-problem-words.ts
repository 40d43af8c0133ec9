// The sentence of a problem of a form, in the reader's language.
'use client';
import { useTranslations } from 'next-intl';
import { useProblemText } from '@/lib/form/problem-text';
import type { PartProblem } from '../logic/problems';

export function useProblemWords(): (problem: PartProblem) => string {
  const t = useTranslations('formStudio.problems');
  const fieldText = useProblemText();
  return (problem) => (typeof problem === 'string' ? t(problem) : fieldText(problem));
}
