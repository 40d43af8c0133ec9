// The frame of every chart: what it shows and in which unit, the same as a table, a picture and a file of it, and its other faces.
'use client';
import { Group, Skeleton } from '@mantine/core';
import { IconChartBar, IconFileSpreadsheet, IconFileTypeXls, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useRef, useState } from 'react';
import { saveFile } from '@/lib/api/download';
import { useFormat } from '@/lib/i18n/use-format';
import { EmptyState, ErrorState, type ErrorStateProps } from '../feedback/states';
import { toast } from '../feedback/toast';
import { IconButton } from '../icon-button';
import { Card } from '../layout/card';
import { type ChartData, csvOf, isEmptyChart, tableOf } from './chart-data';
import classes from './charts.module.css';

export interface ChartFrameProps {
  title: string;
  /** Of all values; stands beside the title and in the tooltip. */
  unit?: string;
  /** What the chart is about in words: its range, its filters. */
  hint?: string;
  data: ChartData;
  isPending?: boolean;
  /** Why there are no data, and another try. */
  failure?: ErrorStateProps | null;
  /** What the table and the files hold, where they say more than the drawing. */
  table?: ChartData;
  /** Whether the table stands in the drawing's place is decided by the owner, and not by a switch of the frame. */
  isTable?: boolean;
  /** The drawing is no picture that can be saved. */
  hasNoPicture?: boolean;
  /** A row was pressed, in the drawing or in the table. */
  onPick?: (key: string) => void;
  /** The row that was pressed last. */
  picked?: string | null;
  /** Above the drawing: what is shown of it. It stays whatever becomes of the data. */
  head?: ReactNode;
  /** Below the drawing, where the drawing has no room for its words. */
  legend?: ReactNode;
  children: ReactNode;
}

/** A chart's data in cells. It stands beside every drawing for those who do not see it, and in its place when it is asked for. */
function ChartTable({
  id,
  title,
  data,
  isVisible,
  onPick,
  picked,
}: {
  id: string;
  title: string;
  data: ChartData;
  isVisible: boolean;
} & Pick<ChartFrameProps, 'onPick' | 'picked'>) {
  const { number } = useFormat();
  const { head, rows } = tableOf(data, number);
  return (
    <div
      className={isVisible ? classes.table : classes.hidden}
      {...(isVisible ? { tabIndex: 0, role: 'region', 'aria-label': title } : {})}
    >
      <table id={id} aria-label={title}>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                <bdi>{text}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [label, ...values] }) => (
            <tr key={key}>
              <th scope="row">
                {onPick && isVisible ? (
                  <button
                    type="button"
                    className={classes.row}
                    aria-pressed={key === picked}
                    onClick={() => onPick(key)}
                  >
                    <bdi>{label}</bdi>
                  </button>
                ) : (
                  <bdi>{label}</bdi>
                )}
              </th>
              {values.map((text, i) => (
                <td key={head[i + 1]}>
                  <bdi>{text}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ChartFrame(props: ChartFrameProps) {
  const { title, unit, hint, data, table = data, isPending, failure, head, legend, hasNoPicture, children } = props;
  const t = useTranslations('common.chart');
  const { lang } = useFormat();
  const id = useId();
  const plot = useRef<HTMLElement>(null);
  const [isSwitched, setSwitched] = useState(false);
  const isTable = props.isTable ?? isSwitched;
  const isFull = !isPending && !failure && !isEmptyChart(data);
  const handlePicture = async () => {
    const svg = plot.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    if (!svg) return;
    try {
      const { chartPicture } = await import('./chart-picture');
      saveFile(await chartPicture(svg, { title: unit ? `${title} (${unit})` : title, data }), `${title}.png`);
    } catch {
      toast({ type: 'error', message: t('noPicture') });
    }
  };
  const handleSheet = async () => {
    try {
      const { chartSheet } = await import('./chart-sheet');
      saveFile(chartSheet(table, { title, isRightToLeft: lang === 'fa' }), `${title}.xlsx`);
    } catch {
      toast({ type: 'error', message: t('noFile') });
    }
  };
  const actions = isFull && (
    <Group gap={2} wrap="nowrap">
      {props.isTable === undefined && (
        <IconButton label={t(isTable ? 'asChart' : 'asTable')} size={28} onClick={() => setSwitched(!isTable)}>
          {isTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
        </IconButton>
      )}
      {!isTable && !hasNoPicture && (
        <IconButton label={t('png')} size={28} onClick={() => void handlePicture()}>
          <IconPhotoDown size={16} />
        </IconButton>
      )}
      <IconButton
        label={t('csv')}
        size={28}
        onClick={() => saveFile(new Blob([csvOf(table)], { type: 'text/csv' }), `${title}.csv`)}
      >
        <IconFileSpreadsheet size={16} />
      </IconButton>
      <IconButton label={t('xlsx')} size={28} onClick={() => void handleSheet()}>
        <IconFileTypeXls size={16} />
      </IconButton>
    </Group>
  );
  const words = [unit && t('unit', { unit }), hint].filter(Boolean).join(' · ');
  return (
    <Card title={title} {...(words ? { hint: words } : {})} action={actions}>
      {head}
      {isPending && <Skeleton h={260} role="status" aria-label={t('loading')} />}
      {!isPending && failure && <ErrorState {...failure} />}
      {!isPending && !failure && !isFull && <EmptyState title={t('empty')} text={t('emptyText')} noAct="beside" />}
      {isFull && !isTable && (
        <figure ref={plot} className={classes.figure} aria-label={title} aria-describedby={id}>
          <div dir="ltr" className={classes.plot}>
            {children}
          </div>
          {legend}
        </figure>
      )}
      {isFull && (
        <ChartTable
          id={id}
          title={title}
          data={table}
          isVisible={isTable}
          {...(props.onPick ? { onPick: props.onPick } : {})}
          picked={props.picked ?? null}
        />
      )}
    </Card>
  );
}
