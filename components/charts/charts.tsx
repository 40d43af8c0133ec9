// Bars, lines and a pie in one frame. The drawing library comes when the first chart is shown.
'use client';
import { Skeleton, useDirection } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { EmptyState } from '../feedback/states';
import { Num } from '../num';
import { colorOf, sharesOf } from './chart-data';
import { ChartFrame, type ChartFrameProps } from './chart-frame';
import classes from './charts.module.css';
import type { PlotProps } from './plots';

const HEIGHT = 260;

export interface ChartProps extends Omit<ChartFrameProps, 'children' | 'legend'> {
  /** CSS pixels of the drawing. */
  height?: number;
  /** Bars of one row stand on one another: parts of a whole. */
  isStacked?: boolean;
}

/** Said in place of a drawing whose code did not come; the table is there all the same. */
const NoPlot = () => {
  const t = useTranslations('common.chart');
  return <EmptyState title={t('noCode')} text={t('noCodeText')} noAct="beside" />;
};
const lazyPlot = (pick: (plots: typeof import('./plots')) => ComponentType<PlotProps>) =>
  lazy(() =>
    import('./plots').then(
      (plots) => ({ default: pick(plots) }),
      (): { default: ComponentType<PlotProps> } => ({ default: NoPlot }),
    ),
  );

const BarPlot = lazyPlot((plots) => plots.BarPlot);
const LinePlot = lazyPlot((plots) => plots.LinePlot);
const PiePlot = lazyPlot((plots) => plots.PiePlot);

function Chart({
  plot: Plot,
  height = HEIGHT,
  isStacked = false,
  ...props
}: ChartProps & { plot: ComponentType<PlotProps>; legend?: ReactNode }) {
  const { number } = useFormat();
  const isRtl = useDirection().dir === 'rtl';
  const unit = props.unit ? ` ${props.unit}` : '';
  return (
    <ChartFrame {...props}>
      <Suspense fallback={<Skeleton h={height} />}>
        <Plot
          data={props.data}
          isRtl={isRtl}
          height={height}
          isStacked={isStacked}
          formatTick={number}
          format={(value) => number(value) + unit}
          {...(props.onPick ? { onPick: props.onPick } : {})}
        />
      </Suspense>
    </ChartFrame>
  );
}

/** Amounts side by side; a row is a group of bars. */
export const BarChart = (props: ChartProps) => <Chart {...props} plot={BarPlot} />;

/** What becomes of amounts over time; rows in the order of time. */
export const LineChart = (props: ChartProps) => <Chart {...props} plot={LinePlot} />;

/** The shares of the first series; best with at most eight rows. */
export function PieChart(props: ChartProps) {
  const shares = sharesOf(props.data);
  const legend = props.data.rows.map(({ key, label, values }, i) => (
    <li key={key}>
      <i className={classes.swatch} style={{ background: `var(--mantine-color-${colorOf(i).replace('.', '-')})` }} />
      <span className={classes.name}>
        <bdi>{label}</bdi>
      </span>
      <bdi className={classes.amount}>
        <Num value={values[0] ?? 0} /> · <Num value={shares[i] ?? 0} isShare />
      </bdi>
    </li>
  ));
  return <Chart {...props} plot={PiePlot} legend={<ul className={classes.legend}>{legend}</ul>} />;
}
