// The widgets of a board in its columns; all its questions are one call.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { EmptyState, ErrorState } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { DashboardCell, DashboardGrid } from '@/components/templates/dashboard-grid';
import { api } from '@/contract/index';
import type { Board, Widget } from '@/contract/schemas/boards/board';
import { useRead } from '@/lib/api/hooks';
import { today } from '@/lib/i18n/dates';
import { questionsOf } from '../logic/questions';
import classes from './boards.module.css';
import { MapWidget, ProgressWidget, RecordsWidget } from './widgets/data-widgets';
import { type Answer, ChartWidget, NumberWidget } from './widgets/statistics-widgets';

export interface BoardGridProps {
  board: Pick<Board, 'widgets' | 'filters' | 'refresh'>;
  /** What stands on a widget while the board is edited. */
  acts?: (widget: Widget) => React.ReactNode;
}

const NO_ANSWERS: readonly Answer[] = [];

function WidgetBody({ widget, answers, every }: { widget: Widget; answers: readonly Answer[]; every: number | false }) {
  switch (widget.kind) {
    case 'number':
      return <NumberWidget widget={widget} answers={answers} />;
    case 'chart':
      return <ChartWidget widget={widget} answers={answers} />;
    case 'map':
      return <MapWidget widget={widget} every={every} />;
    case 'records':
      return <RecordsWidget widget={widget} every={every} />;
    case 'progress':
      return <ProgressWidget widget={widget} every={every} />;
    case 'text':
      return (
        <Card {...(widget.title ? { title: widget.title } : {})}>
          <p className={classes.text} dir="auto">
            {widget.text}
          </p>
        </Card>
      );
  }
}

export function BoardGrid({ board, acts }: BoardGridProps) {
  const t = useTranslations('boards');
  const { questions, at } = useMemo(() => questionsOf(board, today()), [board]);
  const every = board.refresh === null ? false : board.refresh * 1000;
  const read = useRead(api.boards.batch, { body: { questions } }, { enabled: questions.length > 0, every, keep: true });
  if (board.widgets.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} noAct="beside" />;
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  const answers = read.isPlaceholderData ? undefined : read.data?.answers;
  const answersOf = (widget: Widget): readonly Answer[] => {
    const from = at.get(widget.id);
    return from === undefined || !answers ? NO_ANSWERS : answers.slice(from, from + (widget.kind === 'number' && widget.trend ? 2 : 1)); // biome-ignore format: one line
  };
  return (
    <DashboardGrid>
      {board.widgets.map((widget) => (
        <DashboardCell key={widget.id} span={widget.span}>
          <div className={classes.widget} data-editing={acts ? true : undefined}>
            {acts && <div className={classes.acts}>{acts(widget)}</div>}
            <WidgetBody widget={widget} answers={answersOf(widget)} every={every} />
          </div>
        </DashboardCell>
      ))}
    </DashboardGrid>
  );
}
