// What is selected in a list, and what can be done with all of it. While an act runs: how far it is, and a stop.
'use client';
import { Button, Group, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { BulkProgress } from '@/lib/collection/use-bulk';
import type { Selection } from '@/lib/collection/use-selection';
import { useFormat } from '@/lib/i18n/use-format';
import { IconButton } from '../icon-button';
import type { RowAct } from './acts';
import classes from './selection-bar.module.css';

export interface SelectionBarProps {
  selection: Selection;
  /** Rows on this page, and all that the filters find. */
  rowCount: number;
  count: number;
  acts: readonly RowAct[];
  progress: BulkProgress | null;
  onStop: () => void;
}

/** Nothing while nothing is selected. */
export function SelectionBar({ selection, rowCount, count, acts, progress, onStop }: SelectionBarProps) {
  const t = useTranslations('common.list');
  const { number } = useFormat();
  if (selection.count === 0 && !progress) return null;
  const isPageFull = selection.value !== 'all' && selection.count >= rowCount && count > selection.count;
  return (
    <section className={classes.bar} aria-label={t('selection')}>
      {progress ? (
        <>
          <span role="status">
            {progress.total === 0
              ? t('counting')
              : t('progress', { n: number(progress.tried), all: number(progress.total) })}
          </span>
          <Progress
            className={classes.progress}
            aria-label={t('selection')}
            value={progress.total === 0 ? 0 : (100 * progress.tried) / progress.total}
          />
          <Button size="xs" variant="default" onClick={onStop}>
            {t('stop')}
          </Button>
        </>
      ) : (
        <>
          <span role="status">{t('selected', { n: number(selection.count), count: selection.count })}</span>
          {isPageFull && (
            <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
              {t('selectAll', { n: number(count) })}
            </Button>
          )}
          <Group gap="xs" className={classes.acts}>
            {acts.map((act) => (
              <Button
                key={act.id}
                size="xs"
                variant={act.isDanger ? 'light' : 'default'}
                {...(act.isDanger ? { color: 'red' } : {})}
                leftSection={act.icon}
                disabled={Boolean(act.whyNot)}
                title={act.whyNot ?? undefined}
                onClick={act.run}
              >
                {act.label}
              </Button>
            ))}
          </Group>
          <IconButton label={t('unselect')} onClick={selection.clear}>
            <IconX size={18} />
          </IconButton>
        </>
      )}
    </section>
  );
}
