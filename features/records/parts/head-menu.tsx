// What can be done with a column, from its heading and by keys: sort, pin, move, widen, hide, and its statistics.
'use client';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowUp,
  IconChartBar,
  IconDotsVertical,
  IconEyeOff,
  IconFilter,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import { neighbour, type PlacedColumn } from '../logic/columns';
import classes from './record-table.module.css';
import type { ColumnChoice } from './use-columns';

/** Pixels of one press. */
export const STEP = 32;

export interface HeadMenuProps {
  column: PlacedColumn;
  label: string;
  choice: ColumnChoice;
  order: string | null;
  onOrder: (order: string | null) => void;
  /** So many pixels wider, or the usual width with null. */
  onWidth: (pixels: number | null) => void;
  onStatistics: (() => void) | undefined;
  /** Opens the filter in the heading's place. */
  onFilter: (() => void) | undefined;
  /** The menu is closed. */
  onClose: () => void;
}

/** Moving and widening leave the menu open, so that they can be pressed again. */
export function HeadMenu(props: HeadMenuProps) {
  const { column, label, choice, order, onOrder, onWidth, onStatistics, onFilter, onClose } = props;
  const t = useTranslations('records.column');
  const table = useTranslations('records.table');
  const { lang } = useFormat();
  const [Back, On] = lang === 'fa' ? [IconArrowRight, IconArrowLeft] : [IconArrowLeft, IconArrowRight];
  const only = choice.visible.length === 1;
  return (
    <Menu withinPortal position="bottom-end" width={208} returnFocus={false} onClose={onClose}>
      <Menu.Target>
        <ActionIcon
          size={24}
          tabIndex={-1}
          data-act="menu"
          className={classes.funnel}
          aria-label={t('menu', { column: label })}
        >
          <IconDotsVertical size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {column.sortable && <SortItems id={column.id} order={order} onOrder={onOrder} />}
        {onFilter && (
          <Menu.Item leftSection={<IconFilter size={16} />} onClick={onFilter}>
            {table('filter', { column: label })}
          </Menu.Item>
        )}
        {onStatistics && (
          <Menu.Item leftSection={<IconChartBar size={16} />} onClick={onStatistics}>
            {t('statistics')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={column.pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
          onClick={() => choice.pin(column.id, !column.pinned)}
        >
          {t(column.pinned ? 'unpin' : 'pin')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Back size={16} />}
          closeMenuOnClick={false}
          disabled={!neighbour(choice.visible, column.id, -1)}
          onClick={() => choice.step(column.id, -1)}
        >
          {t('back')}
        </Menu.Item>
        <Menu.Item
          leftSection={<On size={16} />}
          closeMenuOnClick={false}
          disabled={!neighbour(choice.visible, column.id, 1)}
          onClick={() => choice.step(column.id, 1)}
        >
          {t('on')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsHorizontal size={16} />}
          closeMenuOnClick={false}
          onClick={() => onWidth(STEP)}
        >
          {t('wider')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsHorizontal size={16} />}
          closeMenuOnClick={false}
          onClick={() => onWidth(-STEP)}
        >
          {t('narrower')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowAutofitWidth size={16} />} onClick={() => onWidth(null)}>
          {t('usualWidth')}
        </Menu.Item>
        <Menu.Item leftSection={<IconEyeOff size={16} />} disabled={only} onClick={() => choice.show(column.id, false)}>
          {t('hide')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SortItems({ id, order, onOrder }: Pick<HeadMenuProps, 'order' | 'onOrder'> & { id: string }) {
  const t = useTranslations('records.column');
  return (
    <>
      <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={order === id} onClick={() => onOrder(id)}>
        {t('ascending')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} />}
        disabled={order === `-${id}`}
        onClick={() => onOrder(`-${id}`)}
      >
        {t('descending')}
      </Menu.Item>
    </>
  );
}
