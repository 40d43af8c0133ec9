// The drawings themselves. Loaded when a chart is first shown: nothing of the library is on screens without one. In a right-to-left
// page time runs from the right and the value axis stands there; the drawing's own element stays left-to-right, as the library wants.
'use client';
import { BarChart as Bars, LineChart as Lines, PieChart as Pie } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { type ChartData, colorOf, dashOf, plotRows, seriesKey, sharesOf } from './chart-data';

export interface PlotProps {
  data: ChartData;
  isRtl: boolean;
  /** CSS pixels. */
  height: number;
  isStacked: boolean;
  /** Without the unit for the axis, with it for what the pointer is on. */
  formatTick: (value: number) => string;
  format: (value: number) => string;
  onPick?: (key: string) => void;
}

/** What a press anywhere in a row's column means; the library counts the rows. */
const pickOf = ({ data, onPick }: PlotProps) =>
  onPick
    ? {
        style: { cursor: 'pointer' },
        onClick: ({ activeTooltipIndex: at }: { activeTooltipIndex?: unknown }) => {
          const row = data.rows[Number(at ?? Number.NaN)];
          if (row) onPick(row.key);
        },
      }
    : {};

/** CSS pixels: many series, or long names, take a second line. */
const legendHeight = ({ series }: ChartData) =>
  series.length > MAX_IN_LINE || series.join('').length > MAX_LETTERS ? 60 : 32;
const MAX_IN_LINE = 6;
const MAX_LETTERS = 60;

const TICK = { fontSize: 12, fill: 'currentColor' } as const;

const axes = ({ data, isRtl, height, format, formatTick }: PlotProps) => {
  const direction = isRtl ? ('rtl' as const) : ('ltr' as const);
  return {
    h: height,
    data: plotRows(data),
    dataKey: 'label',
    series: data.series.map((label, i) => ({ name: seriesKey(i), label, color: colorOf(i) })),
    valueFormatter: format,
    withLegend: data.series.length > 1,
    tickLine: 'none' as const,
    xAxisProps: { reversed: isRtl, tick: TICK, interval: 'preserveStartEnd' as const, minTickGap: 12 },
    yAxisProps: {
      orientation: isRtl ? ('right' as const) : ('left' as const),
      width: 'auto' as const,
      tickFormatter: formatTick,
      tick: { ...TICK, ...(isRtl ? { transform: 'translate(10, 0)' } : {}) },
    },
    tooltipProps: { wrapperStyle: { direction } },
    legendProps: { wrapperStyle: { direction }, verticalAlign: 'bottom' as const, height: legendHeight(data) },
  };
};

export const BarPlot = (props: PlotProps) => (
  <Bars
    {...axes(props)}
    type={props.isStacked ? 'stacked' : 'default'}
    maxBarWidth={40}
    barChartProps={pickOf(props)}
  />
);

export const LinePlot = (props: PlotProps) => {
  const { series, xAxisProps, ...rest } = axes(props);
  return (
    <Lines
      {...rest}
      xAxisProps={{ ...xAxisProps, padding: { left: 16, right: 16 } }}
      series={series.map((one, i) => ({ ...one, strokeDasharray: dashOf(i) }))}
      curveType="linear"
      connectNulls={false}
      withDots={props.data.rows.length <= 31}
      lineChartProps={pickOf(props)}
    />
  );
};

/** Turns with the clock from the top, or against it where the page runs from the right. Its words are in the frame's legend. */
export const PiePlot = ({ data, isRtl, height, format, onPick }: PlotProps) => {
  const shares = sharesOf(data);
  return (
    <Pie
      h={height}
      size={height - 24}
      mx="auto"
      data={data.rows.map(({ key, label, values }, i) => ({
        key,
        name: label,
        value: shares[i] ? (values[0] ?? 0) : 0,
        color: colorOf(i),
      }))}
      startAngle={90}
      endAngle={isRtl ? 450 : -270}
      strokeWidth={2}
      strokeColor="var(--surface-1)"
      withTooltip
      tooltipDataSource="segment"
      tooltipProps={{ wrapperStyle: { direction: isRtl ? 'rtl' : 'ltr' } }}
      valueFormatter={format}
      {...(onPick
        ? {
            pieProps: {
              style: { cursor: 'pointer' },
              onClick: (_: unknown, at: number) => {
                const row = data.rows[at];
                if (row) onPick(row.key);
              },
            },
          }
        : {})}
    />
  );
};
