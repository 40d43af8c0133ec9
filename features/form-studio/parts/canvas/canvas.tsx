// The fields of the form in their order: selected, moved, copied and deleted by pointer and keys.
'use client';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useMemo } from 'react';
import { Sortable } from '@/components/collection/sortable';
import { useFormat } from '@/lib/i18n/use-format';
import { isSection, moveTo } from '../../logic/document';
import type { ItemProblems } from '../../logic/problems';
import type { StudioState } from '../use-studio';
import classes from './canvas.module.css';
import { FieldMenu } from './field-menu';
import { FieldRow } from './field-row';

export interface CanvasProps {
  studio: StudioState;
  problems: ReadonlyMap<string, ItemProblems>;
  isReadOnly: boolean;
  /** What scrolls. */
  frame: RefObject<HTMLElement | null>;
  onDuplicate: (key: string) => void;
  onRemove: (key: string) => void;
  /** Opens the settings of the field where they do not stand beside. */
  onOpen: () => void;
}

/** The sections that a field can be sent to; null is the part before the first heading. */
function useSections({ document }: StudioState) {
  const { items } = document;
  return useMemo(() => {
    const headings = items.filter(isSection);
    return headings.length === 0 ? [] : [null, ...headings];
  }, [items]);
}

export function Canvas({ studio, problems, isReadOnly, frame, onDuplicate, onRemove, onOpen }: CanvasProps) {
  const t = useTranslations('formStudio.canvas');
  const { number } = useFormat();
  const { items } = studio.document;
  const selected = studio.selected?.key ?? null;
  const sections = useSections(studio);
  const rows = useMemo(
    () => items.map((item) => ({ id: item.key, label: item.field.label || t('untitled'), item })),
    [items, t],
  );
  const whyNot = (from: number, to: number) => {
    const result = moveTo(items, from, to);
    return 'blocked' in result
      ? t('blocked', { field: result.blocked.field.label, source: result.blocked.source.label })
      : null;
  };
  const indexOf = (key: string) => items.findIndex((one) => one.key === key);
  /** Arrows go from field to field. */
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const field = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('li')?.querySelector<HTMLElement>('[data-field]'); // biome-ignore format: one line
    if (!step || !field || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLElement && event.target.closest('[role="menu"]')) return;
    const next = items[indexOf(field.dataset.field ?? '') + step];
    if (!next) return;
    event.preventDefault();
    studio.select(next.key);
    const { currentTarget } = event;
    const focus = () => {
      const row = currentTarget.querySelector<HTMLElement>(`[data-field="${next.key}"]`);
      row?.focus();
      return row !== null;
    };
    // A row that is not looked at comes into the document when it is scrolled to.
    if (!focus()) requestAnimationFrame(focus);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are buttons; arrows go from one to the next
    <div className={classes.canvas} onKeyDown={handleKey}>
      <p className={classes.count}>{t('count', { count: items.length, n: number(items.length) })}</p>
      <Sortable
        label={t('list')}
        items={rows}
        active={selected}
        frame={frame}
        isFixed={isReadOnly}
        whyNot={whyNot}
        onMove={(from, to) => studio.move(from, to)}
        menu={({ item }) => (
          <FieldMenu
            item={item}
            studio={studio}
            sections={sections}
            whyNot={whyNot}
            onDuplicate={onDuplicate}
            onRemove={onRemove}
          />
        )}
      >
        {({ item }) => (
          <FieldRow
            item={item}
            isSelected={item.key === selected}
            hasProblem={problems.has(item.key)}
            onSelect={() => {
              studio.select(item.key);
              onOpen();
            }}
          />
        )}
      </Sortable>
    </div>
  );
}
