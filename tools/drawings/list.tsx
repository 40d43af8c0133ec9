// The drawings as a list that stays cheap with thousands: choose, show and hide, rename in place, go there.
'use client';
import { Checkbox, CloseButton, Menu, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { EmptyState } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { MoreMenu } from '@/components/layout/more-menu';
import { fold } from '@/contract/fold';
import { useFormat } from '@/lib/i18n/use-format';
import { FIRST_LOOK } from '@/map/geo/drawings-look';
import { changeDrawings, type Item, isSaved, selectPressed, useDrawings } from '@/map/state/drawings';
import section from '../parts/section.module.css';
import classes from './drawings.module.css';
import { TYPE_ICONS } from './kinds';
import { useDrawingName, useDrawingSize } from './names';

const ROW = 44;
/** Drawings from which a search is worth its place. */
const SEARCH_FROM = 6;

const toggled = (set: ReadonlySet<number>, key: number): ReadonlySet<number> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};

interface ListProps {
  onShow: (items: readonly Item[]) => void;
  onEdit: (item: Item) => void;
  onDelete: (keys: readonly number[]) => void;
}

export const DrawingsList = ({ onShow, onEdit, onDelete }: ListProps) => {
  const t = useTranslations('map.tools.drawings');
  const { number } = useFormat();
  const { items, selected, hidden, saved } = useDrawings();
  const nameOf = useDrawingName();
  const sizeText = useDrawingSize();
  const [typed, setTyped] = useState('');
  const [renaming, setRenaming] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);

  const word = fold(typed);
  // The newest lies on top of the map, and of the list.
  const rows = useMemo(
    () => (word ? items.filter((item) => fold(nameOf(item)).includes(word)) : items).toReversed(),
    [items, word, nameOf],
  );
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (i) => rows[i]?.key ?? i,
    overscan: 8,
  });

  const allChosen = rows.length > 0 && keys.every((key) => selected.has(key));
  const chooseAll = () => useDrawings.setState({ selected: allChosen ? new Set() : new Set(keys) });
  const allHidden = rows.length > 0 && keys.every((key) => hidden.has(key));
  const hideAll = () => {
    const next = new Set(hidden);
    for (const key of keys)
      if (allHidden) next.delete(key);
      else next.add(key);
    useDrawings.setState({ hidden: next });
  };
  const rename = (key: number, label: string) => {
    setRenaming(null);
    changeDrawings([key], (drawing) =>
      label.trim() === drawing.label || (label.trim() === '' && drawing.label === '')
        ? drawing
        : { ...drawing, label: label.trim() },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') return;
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyA') chooseAll();
    else if (event.code === 'F2' && selected.size === 1) setRenaming([...selected][0] ?? null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (items.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that act on what is focused inside
    <div onKeyDown={onKeyDown}>
      {items.length >= SEARCH_FROM && (
        <TextInput
          mb={4}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rightSection={
            typed ? <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => setTyped('')} /> : null
          }
        />
      )}
      <div className={section.head}>
        <Checkbox
          size="xs"
          label={t('chosen', { chosen: number(selected.size), all: number(items.length) })}
          checked={allChosen}
          indeterminate={!allChosen && selected.size > 0}
          onChange={chooseAll}
          flex={1}
        />
        <IconButton
          label={t(allHidden ? 'showAll' : 'hideAll')}
          variant="subtle"
          color="gray"
          size={28}
          onClick={hideAll}
        >
          {allHidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        </IconButton>
      </div>
      {rows.length === 0 && <EmptyState title={t('noneFound')} />}
      <div ref={scroller} className={classes.scroller}>
        <ul className={classes.list} style={{ blockSize: virtual.getTotalSize() }} aria-label={t('list')}>
          {virtual.getVirtualItems().map((row) => {
            const item = rows[row.index];
            if (!item) return null;
            const { key, drawing } = item;
            const name = nameOf(item);
            const Icon = TYPE_ICONS[drawing.type];
            const isHidden = hidden.has(key);
            const size = sizeText(drawing);
            return (
              <li
                key={key}
                className={classes.row}
                style={{ transform: `translateY(${row.start}px)` }}
                data-chosen={selected.has(key) || undefined}
                data-hidden={isHidden || undefined}
                aria-setsize={rows.length}
                aria-posinset={row.index + 1}
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
                {renaming === key ? (
                  <TextInput
                    size="xs"
                    flex={1}
                    data-autofocus
                    autoFocus
                    aria-label={t('name')}
                    maxLength={200}
                    defaultValue={drawing.label}
                    onFocus={(event) => event.currentTarget.select()}
                    onBlur={(event) => rename(key, event.currentTarget.value)}
                    onKeyDown={(event) => {
                      if (event.code !== 'Escape' && event.code !== 'Enter' && event.code !== 'NumpadEnter') return;
                      event.preventDefault();
                      event.stopPropagation();
                      if (event.code === 'Escape') setRenaming(null);
                      else rename(key, event.currentTarget.value);
                    }}
                  />
                ) : (
                  <button
                    type="button"
                    className={classes.name}
                    aria-pressed={selected.has(key)}
                    onClick={(event) =>
                      useDrawings.setState({
                        selected: selectPressed(
                          selected,
                          key,
                          { add: event.ctrlKey || event.metaKey, through: event.shiftKey },
                          keys,
                        ),
                      })
                    }
                    onDoubleClick={() => setRenaming(key)}
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
                  <Menu.Item onClick={() => setRenaming(key)}>{t('rename')}</Menu.Item>
                  <Menu.Item color="red" onClick={() => onDelete([key])}>
                    {t('delete')}
                  </Menu.Item>
                </MoreMenu>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
};
