// The question in words, so that a reader knows what the numbers are of.
'use client';
import { useTranslations } from 'next-intl';
import type { Layer } from '@/contract/schemas/layer';
import { useRegionOptions } from '@/lib/collection/options';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';
import { isNothing, type Question, type Tree } from '../../logic/stats/question';
import { useWords } from './use-words';

const rulesIn = (tree: Tree): number => {
  if ('and' in tree) return tree.and.reduce((n, one) => n + rulesIn(one), 0);
  if ('or' in tree) return tree.or.reduce((n, one) => n + rulesIn(one), 0);
  return 'not' in tree ? rulesIn(tree.not) : 1;
};
/** More regions than these are only counted. */
const MAX_NAMES = 3;

export function useSentence(layer: Layer, question: Question): string {
  const t = useTranslations('dashboards.stats.sentence');
  const { number, listed } = useFormat();
  const words = useWords(layer, question.groupBy);
  const regions = useRegionOptions().known;
  const { groupBy, splitBy, measures, tree, people } = question;
  const rules = tree && !isNothing(tree) ? rulesIn(tree) : 0;
  const names = question.regions.flatMap((id) => regions.find((one) => one.id === id)?.label ?? []);
  const parts = [
    t('count', { layer: isolate(layer.label) }),
    measures.length > 0 ? t('measures', { names: listed(measures.map((one) => isolate(words.measure(one)))) }) : '',
    groupBy ? t('by', { name: isolate(words.groupBy(groupBy)) }) : '',
    splitBy ? t('split', { name: isolate(words.groupBy(splitBy)) }) : '',
    rules > 0 ? t('rules', { n: rules, count: number(rules) }) : '',
    question.regions.length === 0
      ? ''
      : names.length > 0 && names.length <= MAX_NAMES
        ? t('inRegions', { names: listed(names.map(isolate)) })
        : t('inManyRegions', { n: number(question.regions.length) }),
    people.length > 0 ? t('people', { n: people.length, count: number(people.length) }) : '',
  ];
  return t('whole', { text: listed(parts.filter(Boolean)) });
}
