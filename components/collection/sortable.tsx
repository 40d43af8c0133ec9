// A list whose order is the person's: dragged by the pointer, moved by keys, or sent to a position by a menu. Each move is told.
'use client';
import { Accessibility } from '@dnd-kit/dom';
import { DragDropProvider, PointerSensor } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconListNumbers } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import { useDialogs } from '../feedback/dialogs';
import { IconButton } from '../icon-button';
import { MoreMenu } from '../layout/more-menu';
import { positionOfKey } from './sort-order';
import classes from './sortable.module.css';

export interface SortableItem {
  id: string;
  /** Names the row in what is told. */
  label: string;
}

export interface SortableProps<T extends SortableItem> {
  label: string;
  items: readonly T[];
  /** Positions count from 0; see `moveItem`. */
  onMove: (from: number, to: number) => void;
  /** What stands in a row; its label where left out. */
  children?: (item: T) => ReactNode;
  /** More items of a row's menu: «to section…». */
  menu?: (item: T) => ReactNode;
}

interface RowProps {
  item: SortableItem;
  index: number;
  count: number;
  content: ReactNode;
  menu: ReactNode;
  onMove: (to: number) => void;
}

function SortableRow({ item, index, count, content, menu, onMove }: RowProps) {
  const t = useTranslations('common.sort');
  const { number } = useFormat();
  const dialogs = useDialogs();
  const { ref, handleRef, isDragging } = useSortable({ id: item.id, index });
  const handleKey = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const to = positionOfKey(event.key, index, count);
    if (to === null) return;
    event.preventDefault();
    onMove(to);
  };
  const handlePosition = async () => {
    const answer = await dialogs.prompt({
      title: t('toTitle', { name: item.label }),
      label: t('position', { all: number(count) }),
    });
    const position = answer === null ? null : parseNumber(answer);
    if (position !== null && Number.isInteger(position)) onMove(Math.max(1, Math.min(position, count)) - 1);
  };
  return (
    <li ref={ref} className={classes.row} data-dragging={isDragging || undefined} onKeyDown={handleKey}>
      <IconButton
        ref={handleRef}
        label={t('move', { name: item.label })}
        hotkey="Alt+↑/↓"
        variant="subtle"
        color="gray"
        size={28}
        className={classes.handle}
        data-handle={item.id}
      >
        <IconGripVertical size={16} />
      </IconButton>
      <div className={classes.content}>{content}</div>
      <MoreMenu label={t('acts', { name: item.label })}>
        <Menu.Item leftSection={<IconArrowUp size={14} />} disabled={index === 0} onClick={() => onMove(index - 1)}>
          {t('up')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={14} />}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          {t('down')}
        </Menu.Item>
        <Menu.Item leftSection={<IconListNumbers size={14} />} onClick={() => void handlePosition()}>
          {t('to')}
        </Menu.Item>
        {menu}
      </MoreMenu>
    </li>
  );
}

/** The library drags by the pointer alone: keys, menu and what is told are ours, in the reader's language. */
export function Sortable<T extends SortableItem>({ label, items, onMove, children, menu }: SortableProps<T>) {
  const t = useTranslations('common.sort');
  const { number } = useFormat();
  const list = useRef<HTMLOListElement>(null);
  const [news, setNews] = useState({ id: '', text: '' });
  const move = (from: number, to: number) => {
    const item = items[from];
    if (!item || from === to) return;
    setNews({ id: item.id, text: t('moved', { name: item.label, n: number(to + 1), all: number(items.length) }) });
    onMove(from, to);
  };
  // A row that is put elsewhere in the document loses the focus.
  useEffect(() => {
    const handles = [...(list.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [])];
    handles.find(({ dataset }) => dataset.handle === news.id)?.focus();
  }, [news]);
  return (
    <DragDropProvider
      sensors={[PointerSensor]}
      plugins={(plugins) => plugins.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={({ operation: { source }, canceled }) => {
        if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
      }}
    >
      <ol ref={list} aria-label={label} className={classes.list}>
        {items.map((item, index) => (
          <SortableRow
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            content={children ? children(item) : <bdi>{item.label}</bdi>}
            menu={menu?.(item)}
            onMove={(to) => move(index, to)}
          />
        ))}
      </ol>
      <p role="status" className={classes.news}>
        {news.text}
      </p>
    </DragDropProvider>
  );
}
