// One drawing of the list: chosen, hidden and renamed in its place.
'use client';
import { Checkbox, Menu, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { MouseEvent } from 'react';
import { IconButton } from '@/components/icon-button';
import { MoreMenu } from '@/components/layout/more-menu';
import { FIRST_LOOK } from '@/map/geo/drawings-look';
import { type Item, useDrawings } from '@/map/state/drawings';
import { isSaved } from '@/map/state/drawings-sync';
import classes from '../drawings.module.css';
import { TYPE_ICONS } from '../kinds';
import { useDrawingName, useDrawingSize } from '../names';

const toggled = (set: ReadonlySet<number>, key: number): ReadonlySet<number> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};

interface NameFieldProps {
  label: string;
  onRename: (label: string) => void;
  onCancel: () => void;
}

const NameField = ({ label, onRename, onCancel }: NameFieldProps) => {
  const t = useTranslations('map.tools.drawings');
  return (
    <TextInput
      size="xs"
      flex={1}
      data-autofocus
      autoFocus
      aria-label={t('name')}
      maxLength={200}
      defaultValue={label}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => onRename(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.code !== 'Escape' && event.code !== 'Enter' && event.code !== 'NumpadEnter') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.code === 'Escape') onCancel();
        else onRename(event.currentTarget.value);
      }}
    />
  );
};

/** What the buttons of a list of drawings lead to. */
export interface ListProps {
  onShow: (items: readonly Item[]) => void;
  onEdit: (item: Item) => void;
  onDelete: (keys: readonly number[]) => void;
}

interface ListRowProps extends ListProps {
  item: Item;
  /** Its place among `count` rows, and in pixels. */
  index: number;
  count: number;
  start: number;
  onPress: (event: MouseEvent) => void;
  isRenaming: boolean;
  onBeginRename: () => void;
  onRename: (label: string) => void;
  onCancelRename: () => void;
}

export const ListRow = ({
  item,
  index,
  count,
  start,
  onPress,
  isRenaming,
  onBeginRename,
  onRename,
  onCancelRename,
  onShow,
  onEdit,
  onDelete,
}: ListRowProps) => {
  const t = useTranslations('map.tools.drawings');
  const { selected, hidden, saved } = useDrawings();
  const nameOf = useDrawingName();
  const sizeText = useDrawingSize();
  const { key, drawing } = item;
  const name = nameOf(item);
  const Icon = TYPE_ICONS[drawing.type];
  const isHidden = hidden.has(key);
  const size = sizeText(drawing);
  return (
    <li
      className={classes.row}
      style={{ transform: `translateY(${start}px)` }}
      data-chosen={selected.has(key) || undefined}
      data-hidden={isHidden || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <Checkbox
        size="xs"
        aria-label={t('chooseOne', { name })}
        checked={selected.has(key)}
        onChange={() => useDrawings.setState({ selected: toggled(selected, key) })}
      />
      <span className={classes.swatch} style={{ color: drawing.style.color ?? FIRST_LOOK.color }} aria-hidden>
        <Icon size={16} />
      </span>
      {isRenaming ? (
        <NameField label={drawing.label} onRename={onRename} onCancel={onCancelRename} />
      ) : (
        <button
          type="button"
          className={classes.name}
          aria-pressed={selected.has(key)}
          onClick={onPress}
          onDoubleClick={onBeginRename}
        >
          <span dir="auto">{name}</span>
          {size && <span className={classes.size}>{size}</span>}
        </button>
      )}
      {!isSaved({ saved }, item) && <span className={classes.unsaved} role="img" aria-label={t('unsaved')} />}
      <IconButton
        label={t(isHidden ? 'show' : 'hide', { name })}
        variant="subtle"
        color="gray"
        size={28}
        onClick={() => useDrawings.setState({ hidden: toggled(hidden, key) })}
      >
        {isHidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </IconButton>
      <MoreMenu label={t('more', { name })}>
        <Menu.Item onClick={() => onShow([item])}>{t('zoom')}</Menu.Item>
        <Menu.Item onClick={() => onEdit(item)}>{t('edit')}</Menu.Item>
        <Menu.Item onClick={onBeginRename}>{t('rename')}</Menu.Item>
        <Menu.Item color="red" onClick={() => onDelete([key])}>
          {t('delete')}
        </Menu.Item>
      </MoreMenu>
    </li>
  );
};
