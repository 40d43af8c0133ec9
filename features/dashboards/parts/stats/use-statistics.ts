// The answer to a question, asked by itself when it has stood still for a moment; the last answer stays meanwhile.
'use client';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/contract';
import type { Statistics, StatisticsQuery } from '@/contract/schemas/dashboard';
import { call } from '@/lib/api/client';
import { keyOf } from '@/lib/api/keys';
import { type Question, toBody } from '../../logic/stats/question';

const PAUSE_MS = 400;

export interface Answer {
  /** What was asked: an older answer is labelled by its own question. */
  body: StatisticsQuery;
  result: Statistics;
}

export function useStatistics(question: Question) {
  const text = JSON.stringify(toBody(question));
  const [stillText] = useDebouncedValue(text, PAUSE_MS);
  const body = JSON.parse(stillText) as StatisticsQuery | null;
  const read = useQuery({
    queryKey: keyOf(api.dashboards.statistics, { body }),
    queryFn: async ({ signal }): Promise<Answer> => {
      const order = body as StatisticsQuery;
      return { body: order, result: await call(api.dashboards.statistics, { body: order }, { signal }) };
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
  });
  const { data } = read;
  return {
    /** Null until there is one for this layer. */
    answer: data && question.layer === data.body.layer ? data : null,
    /** It answers what was asked before. */
    isDim: stillText !== text || read.isPlaceholderData,
    error: read.error,
    retry: () => void read.refetch(),
  };
}
