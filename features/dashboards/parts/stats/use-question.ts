// The question of the address, and the acts that change it.
'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import type { GroupBy, Measure } from '@/contract/schemas/dashboard';
import { changeSearch } from '@/lib/routes/search';
import { readQuestion, writeQuestion } from '../../logic/stats/address';
import { type Question, withGroupBy, withLayer, withMeasures, withPart } from '../../logic/stats/question';

export interface QuestionActs {
  question: Question;
  open: (question: Question) => void;
  setLayer: (layer: number | null) => void;
  setGroupBy: (by: GroupBy | null) => void;
  setMeasures: (measures: readonly Measure[]) => void;
  change: (part: Partial<Question>) => void;
}

export function useQuestion(): QuestionActs {
  const text = useSearchParams().toString();
  const question = useMemo(() => readQuestion(new URLSearchParams(text)), [text]);
  const edit = useCallback(
    (next: (question: Question) => Question) => changeSearch((now) => writeQuestion(next(readQuestion(now)))),
    [],
  );
  return useMemo(
    () => ({
      question,
      open: (next) => edit(() => next),
      setLayer: (layer) => edit((now) => withLayer(now, layer)),
      setGroupBy: (by) => edit((now) => withGroupBy(now, by)),
      setMeasures: (measures) => edit((now) => withMeasures(now, measures)),
      change: (part) => edit((now) => withPart(now, part)),
    }),
    [question, edit],
  );
}
