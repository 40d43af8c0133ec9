// One row of a list whose order is the person's: its handle, what stands in it, and its menu.
'use client';
import { useSortable } from '@dnd-kit/react/sortable';
import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconListNumbers } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, memo, type ReactNode, type Ref, type RefObject } from 'react';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import { useDialogs } from '../../feedback/dialogs';
import { IconButton } from '../../icon-button';
import { MoreMenu } from '../../layout/more-menu';
import { positionOfKey } from '../sort-order';
import classes from '../sortable.module.css';

export interface SortableItem {
  id: string;
  /** Names the row in what is told. */
  label: string;
}

export interface RowProps {
  item: SortableItem;
  index: number;
  count: number;
  content: ReactNode;
  isActive: boolean;
  acts: RefObject<RowActs>;
}

/** What a row's menu does and shows, as the list has it now. */
export interface RowActs {
  whyNot: (from: number, to: number) => string | null;
  move: (from: number, to: number) => void;
  menu: (id: string) => ReactNode;
}

type MenuProps = Pick<RowProps, 'index' | 'count' | 'acts'> & { id: string; label: string };

/** A step of the menu; one that cannot be says why. */
function Step({ label, icon, to, row }: { label: string; icon: ReactNode; to: number; row: MenuProps }) {
  const isThere = to >= 0 && to < row.count;
  const reason = isThere ? row.acts.current.whyNot(row.index, to) : null;
  return (
    <Menu.Item
      leftSection={icon}
      disabled={!isThere || reason !== null}
      onClick={() => row.acts.current.move(row.index, to)}
    >
      {label}
      {reason && <small className={classes.reason}>{reason}</small>}
    </Menu.Item>
  );
}

/** What stands in an open menu. */
function MenuItems(props: MenuProps) {
  const { id, label, index, count, acts } = props;
  const t = useTranslations('common.sort');
  const { number } = useFormat();
  const dialogs = useDialogs();
  const handlePosition = async () => {
    const answer = await dialogs.prompt({
      title: t('toTitle', { name: label }),
      label: t('position', { all: number(count) }),
    });
    const position = answer === null ? null : parseNumber(answer);
    if (position !== null && Number.isInteger(position)) acts.current.move(index, Math.max(1, Math.min(position, count)) - 1); // biome-ignore format: one line
  };
  return (
    <>
      <Step label={t('up')} icon={<IconArrowUp size={14} />} to={index - 1} row={props} />
      <Step label={t('down')} icon={<IconArrowDown size={14} />} to={index + 1} row={props} />
      <Menu.Item leftSection={<IconListNumbers size={14} />} onClick={() => void handlePosition()}>
        {t('to')}
      </Menu.Item>
      {acts.current.menu(id)}
    </>
  );
}

/** Drawn again only when the row itself moves: of a long list, everything else of a row is cheap. */
const RowMenu = memo(function RowMenu(props: MenuProps) {
  const t = useTranslations('common.sort');
  return (
    <MoreMenu label={t('acts', { name: props.label })}>
      <MenuItems {...props} />
    </MoreMenu>
  );
});

const Handle = memo(function Handle({ id, label, ref }: { id: string; label: string; ref: Ref<HTMLButtonElement> }) {
  const t = useTranslations('common.sort');
  return (
    <IconButton
      ref={ref}
      label={t('move', { name: label })}
      hotkey="Alt+↑/↓"
      variant="subtle"
      color="gray"
      size={28}
      className={classes.handle}
      data-handle={id}
    >
      <IconGripVertical size={16} />
    </IconButton>
  );
});

export function SortableRow({ item, index, count, content, isActive, acts }: RowProps) {
  const { ref, handleRef, isDragging } = useSortable({ id: item.id, index });
  const handleKey = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const to = positionOfKey(event.key, index, count);
    if (to === null) return;
    event.preventDefault();
    acts.current.move(index, to);
  };
  return (
    <li
      ref={ref}
      className={classes.row}
      data-dragging={isDragging || undefined}
      data-active={isActive || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      onKeyDown={handleKey}
    >
      <Handle ref={handleRef} id={item.id} label={item.label} />
      <div className={classes.content}>{content}</div>
      <RowMenu id={item.id} label={item.label} index={index} count={count} acts={acts} />
    </li>
  );
}
