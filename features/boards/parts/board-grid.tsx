// The widgets of a board in its columns; all its questions are one call.
'use client';
import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { EmptyState, ErrorState } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { DashboardCell, DashboardGrid } from '@/components/templates/dashboard-grid';
import { api } from '@/contract/index';
import type { Board, Widget } from '@/contract/schemas/boards/board';
import { useRead } from '@/lib/api/hooks';
import { today } from '@/lib/i18n/dates';
import { type GroupPick, picksFor, questionsOf, withPick } from '../logic/questions';
import classes from './boards.module.css';
import { MapWidget, ProgressWidget, RecordsWidget } from './widgets/data-widgets';
import { type Answer, ChartWidget, NumberWidget } from './widgets/statistics-widgets';

export interface BoardGridProps {
  board: Pick<Board, 'widgets' | 'filters' | 'refresh'>;
  /** What stands on a widget while the board is edited. */
  acts?: (widget: Widget) => React.ReactNode;
}

const NO_ANSWERS: readonly Answer[] = [];
const NO_PICKS: readonly GroupPick[] = [];

interface WidgetBodyProps {
  widget: Widget;
  answers: readonly Answer[];
  every: number | false;
  picks: readonly GroupPick[];
  onPick?: ((pick: GroupPick) => void) | undefined;
}

function WidgetBody({ widget, answers, every, picks, onPick }: WidgetBodyProps) {
  switch (widget.kind) {
    case 'number':
      return <NumberWidget widget={widget} answers={answers} />;
    case 'chart':
      return (
        <ChartWidget
          widget={widget}
          answers={answers}
          picked={picks.find((pick) => pick.widget === widget.id)?.key ?? null}
          onPick={onPick}
        />
      );
    case 'map':
      return <MapWidget widget={widget} every={every} />;
    case 'records':
      return <RecordsWidget widget={widget} every={every} rules={picksFor(picks, widget.id, widget.layer)} />;
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

/** What was pressed in the charts; each goes by a press. */
function Picks({ picks, onChange }: { picks: readonly GroupPick[]; onChange: (picks: readonly GroupPick[]) => void }) {
  const t = useTranslations('boards.picks');
  if (picks.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={t('label')}>
      {picks.map((pick) => (
        <Button
          key={pick.widget}
          size="compact-sm"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={t('leave', { name: pick.label })}
          onClick={() => onChange(withPick(picks, pick))}
        >
          <bdi>{pick.label}</bdi>
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={() => onChange(NO_PICKS)}>
        {t('clear')}
      </Button>
    </Group>
  );
}

export function BoardGrid({ board, acts }: BoardGridProps) {
  const t = useTranslations('boards');
  const [marked, setMarked] = useState(NO_PICKS);
  // While widgets are put together a press arranges them; what was pressed in one that is gone narrows nothing.
  const picks = useMemo(
    () => (acts ? NO_PICKS : marked.filter((pick) => board.widgets.some(({ id }) => id === pick.widget))),
    [acts, marked, board.widgets],
  );
  const { questions, at } = useMemo(() => questionsOf(board, today(), picks), [board, picks]);
  const every = board.refresh === null ? false : board.refresh * 1000;
  const read = useRead(api.boards.batch, { body: { questions } }, { enabled: questions.length > 0, every, keep: true });
  if (board.widgets.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} noAct="beside" />;
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  // The same widgets under another filter keep their last answers meanwhile.
  const answers = read.data?.answers.length === questions.length ? read.data.answers : undefined;
  const answersOf = (widget: Widget): readonly Answer[] => {
    const from = at.get(widget.id);
    return from === undefined || !answers ? NO_ANSWERS : answers.slice(from, from + (widget.kind === 'number' && widget.trend ? 2 : 1)); // biome-ignore format: one line
  };
  return (
    <>
      <Picks picks={picks} onChange={setMarked} />
      <DashboardGrid>
        {board.widgets.map((widget) => (
          <DashboardCell key={widget.id} span={widget.span}>
            <div
              className={classes.widget}
              data-editing={acts ? true : undefined}
              data-waiting={read.isPlaceholderData || undefined}
            >
              {acts && <div className={classes.acts}>{acts(widget)}</div>}
              <WidgetBody
                widget={widget}
                answers={answersOf(widget)}
                every={every}
                picks={picks}
                onPick={acts ? undefined : (pick) => setMarked(withPick(picks, pick))}
              />
            </div>
          </DashboardCell>
        ))}
      </DashboardGrid>
    </>
  );
}
