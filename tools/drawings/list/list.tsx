// The drawings as a list that stays cheap with thousands: choose, show and hide, rename in place, go there.
'use client';
import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { EmptyState } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { fold } from '@/contract/fold';
import { useFormat } from '@/lib/i18n/use-format';
import { changeDrawings, selectPressed, useDrawings } from '@/map/state/drawings';
import section from '../../parts/section.module.css';
import classes from '../drawings.module.css';
import { useDrawingName } from '../names';
import { type ListProps, ListRow } from './list-row';

const ROW = 44;
/** Drawings from which a search is worth its place. */
const SEARCH_FROM = 6;

const hasAll = (set: ReadonlySet<number>, keys: readonly number[]): boolean =>
  keys.length > 0 && keys.every((key) => set.has(key));

/** These and no others; none where these are chosen already. */
const chooseAll = (selected: ReadonlySet<number>, keys: readonly number[]): ReadonlySet<number> =>
  new Set(hasAll(selected, keys) ? [] : keys);

/** With all of these keys, without them where it has them all. */
const toggleAll = (set: ReadonlySet<number>, keys: readonly number[]): ReadonlySet<number> => {
  const next = new Set(set);
  const isFull = hasAll(set, keys);
  for (const key of keys)
    if (isFull) next.delete(key);
    else next.add(key);
  return next;
};

/** Chooses, or hides, all that the list shows. */
const ChooseAll = ({ keys }: { keys: readonly number[] }) => {
  const t = useTranslations('map.tools.drawings');
  const { number } = useFormat();
  const { items, selected, hidden } = useDrawings();
  const allChosen = hasAll(selected, keys);
  const allHidden = hasAll(hidden, keys);
  return (
    <div className={section.head}>
      <Checkbox
        size="xs"
        label={t('chosen', { chosen: number(selected.size), all: number(items.length) })}
        checked={allChosen}
        indeterminate={!allChosen && selected.size > 0}
        onChange={() => useDrawings.setState({ selected: chooseAll(selected, keys) })}
        flex={1}
      />
      <IconButton
        label={t(allHidden ? 'showAll' : 'hideAll')}
        variant="subtle"
        color="gray"
        size={28}
        onClick={() => useDrawings.setState({ hidden: toggleAll(hidden, keys) })}
      >
        {allHidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </IconButton>
    </div>
  );
};

const SearchField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const t = useTranslations('map.tools.drawings');
  return (
    <TextInput
      mb={4}
      aria-label={t('search')}
      placeholder={t('search')}
      leftSection={<IconSearch size={16} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={value ? <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => onChange('')} /> : null}
    />
  );
};

export const DrawingsList = (handlers: ListProps) => {
  const t = useTranslations('map.tools.drawings');
  const { items, selected } = useDrawings();
  const nameOf = useDrawingName();
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
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyA')
      useDrawings.setState({ selected: chooseAll(selected, keys) });
    else if (event.code === 'F2' && selected.size === 1) setRenaming([...selected][0] ?? null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (items.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="beside" />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that act on what is focused inside
    <div onKeyDown={onKeyDown}>
      {items.length >= SEARCH_FROM && <SearchField value={typed} onChange={setTyped} />}
      <ChooseAll keys={keys} />
      {rows.length === 0 && <NoneFound onClear={() => setTyped('')} />}
      <div ref={scroller} className={classes.scroller}>
        <ul className={classes.list} style={{ blockSize: virtual.getTotalSize() }} aria-label={t('list')}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = rows[index];
            if (!item) return null;
            const { key } = item;
            return (
              <ListRow
                key={key}
                item={item}
                index={index}
                count={rows.length}
                start={start}
                onPress={({ ctrlKey, metaKey, shiftKey }) =>
                  useDrawings.setState({
                    selected: selectPressed(selected, key, { add: ctrlKey || metaKey, through: shiftKey }, keys),
                  })
                }
                isRenaming={renaming === key}
                onBeginRename={() => setRenaming(key)}
                onRename={(label) => rename(key, label)}
                onCancelRename={() => setRenaming(null)}
                {...handlers}
              />
            );
          })}
        </ul>
      </div>
    </div>
  );
};

const NoneFound = ({ onClear }: { onClear: () => void }) => {
  const t = useTranslations('map.tools.drawings');
  const clear = (
    <Button variant="default" size="xs" onClick={onClear}>
      {t('clearSearch')}
    </Button>
  );
  return <EmptyState title={t('noneFound')} action={clear} />;
};
