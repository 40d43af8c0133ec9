// The answer: its chart or its table, what is left over, and what is not exact about it.
'use client';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { BarsList } from '@/components/charts/bars-list';
import type { ChartData } from '@/components/charts/chart-data';
import { BarChart, type ChartProps, LineChart, PieChart } from '@/components/charts/charts';
import { Callout } from '@/components/feedback/callout';
import { Num } from '@/components/num';
import type { Layer } from '@/contract/schemas/layer';
import { useFormat } from '@/lib/i18n/use-format';
import { othersOf, plotData, splitData, tableData, whyNotChart } from '../../logic/stats/chart-rows';
import {
  CHARTS,
  type ChartType,
  isByTime,
  LIMITS,
  measureKey,
  type Question,
  settle,
  stepOf,
} from '../../logic/stats/question';
import classes from './stats.module.css';
import { useSentence } from './use-sentence';
import type { Answer } from './use-statistics';
import { useWords } from './use-words';

export interface ResultProps {
  layer: Layer;
  question: Question;
  answer: Answer | null;
  isDim: boolean;
  error: unknown;
  retry: () => void;
  change: (part: Partial<Question>) => void;
}

const NO_DATA: ChartData = { category: '', series: [], rows: [] };

/** The chart that is drawn: of one that cannot show the result, bars. */
function Drawing({ chart, isOrdered, ...props }: ChartProps & { chart: ChartType; isOrdered: boolean }) {
  if (chart === 'donut') return <PieChart {...props} />;
  if (chart === 'line') return <LineChart {...props} />;
  return isOrdered ? <BarChart {...props} /> : <BarsList {...props} />;
}

function Choices({
  layer,
  question,
  total,
  change,
}: Pick<ResultProps, 'layer' | 'question' | 'change'> & { total: number }) {
  const t = useTranslations('dashboards.stats');
  const words = useWords(layer, question.groupBy);
  const reasons = CHARTS.flatMap((chart) => whyNotChart(question, chart, total) ?? []);
  return (
    <div className={classes.choices}>
      <SegmentedControl
        aria-label={t('chart')}
        value={whyNotChart(question, question.chart, total) ? 'bar' : question.chart}
        onChange={(chart) => change({ chart: chart as ChartType })}
        data={CHARTS.map((chart) => ({
          value: chart,
          label: t(`charts.${chart}`),
          disabled: whyNotChart(question, chart, total) !== null,
        }))}
      />
      {question.measures.length > 0 && (
        <Select
          aria-label={t('plot')}
          allowDeselect={false}
          data={[
            { value: 'count', label: t('count') },
            ...question.measures.map((one) => ({ value: measureKey(one), label: words.measure(one) })),
          ]}
          value={question.plot}
          onChange={(plot) => plot && change({ plot })}
        />
      )}
      {question.groupBy && reasons.length > 0 && (
        <span className={classes.note}>{reasons.map((why) => t(`whyNot.${why}`)).join(' ')}</span>
      )}
    </div>
  );
}

function Others({
  layer,
  question,
  answer,
  change,
}: Pick<ResultProps, 'layer' | 'question' | 'change'> & { answer: Answer }) {
  const t = useTranslations('dashboards.stats');
  const { number } = useFormat();
  const others = othersOf(answer.result, answer.body.group_by ?? null, layer.config.form);
  const next = LIMITS.find((limit) => limit > question.limit);
  if (!others) return null;
  const words =
    others.records === null
      ? t('others', { n: number(others.n) })
      : t('othersWith', { n: number(others.n), records: number(others.records) });
  return next ? (
    <Button variant="subtle" size="compact-sm" onClick={() => change({ limit: next })}>
      {words}
    </Button>
  ) : (
    <p className={classes.note}>{words}</p>
  );
}

export function Result(props: ResultProps) {
  const { layer, question, answer, isDim, error, retry, change } = props;
  const t = useTranslations('dashboards.stats');
  const posed = settle({
    ...question,
    groupBy: answer?.body.group_by ?? null,
    splitBy: answer?.body.split_by ?? null,
    measures: answer?.body.measures ?? [],
  });
  const words = useWords(layer, posed.groupBy, posed.splitBy);
  const sentence = useSentence(layer, question);
  const isSplit = posed.splitBy !== null;
  const whole = answer ? tableData(posed, answer.result, words) : NO_DATA;
  const total = answer?.result.groups_total ?? 0;
  const chart = whyNotChart(posed, posed.chart, total) ? 'bar' : posed.chart;
  const plain = answer ? plotData({ ...posed, chart }, whole) : NO_DATA;
  const data = answer && isSplit ? splitData({ ...posed, chart }, answer.result, words) : plain;
  const table = isSplit ? data : whole;
  const pick = (group: string) => change({ group: group === question.group ? null : group });
  return (
    <div className={classes.result} data-dim={isDim || undefined} aria-busy={isDim}>
      <Choices layer={layer} question={question} total={total} change={change} />
      <Drawing
        chart={chart}
        isStacked={isSplit && posed.plot === 'count'}
        isOrdered={isSplit || isByTime(posed.groupBy) || stepOf(posed.groupBy) !== null}
        title={plain.series[0] ?? t('count')}
        hint={sentence}
        data={data}
        table={table}
        isTable={chart === 'table'}
        isPending={!answer && !error}
        failure={error ? { error, retry } : null}
        {...(posed.groupBy ? { onPick: pick, picked: question.group } : {})}
      />
      {answer && !error && (
        <div className={classes.total} role="status">
          <span>
            {t.rich('total', { n: () => <Num value={answer.result.count} isCapped={answer.result.capped} /> })}
          </span>
          <Others layer={layer} question={question} answer={answer} change={change} />
        </div>
      )}
      {answer?.result.capped && <Callout kind="caution">{t('capped')}</Callout>}
    </div>
  );
}
