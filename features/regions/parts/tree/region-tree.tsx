// The tree of regions: any number of them, by keyboard and pointer. One stop of the tab key; the row in hand is told by its id.
'use client';
import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconLayersIntersect2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useRowWindow } from '@/components/collection/row-window';
import { Num } from '@/components/num';
import { useMeasureText } from '@/map';
import type { TreeRow } from '../../logic/tree';
import classes from '../regions.module.css';

/** Up to so many rows all stand in the document. */
const MAX_WHOLE = 200;

const PAGE = 10;
/** Keys that go up and down. */
const walks = (at: number, count: number, go: (index: number) => void): Record<string, () => void> => ({
  ArrowDown: () => go(at + 1),
  ArrowUp: () => go(at - 1),
  Home: () => go(0),
  End: () => go(count - 1),
  PageDown: () => go(at + PAGE),
  PageUp: () => go(at - PAGE),
});

export interface RegionTreeProps {
  rows: readonly TreeRow[];
  open: number | null;
  selected: ReadonlySet<number>;
  overlapping: ReadonlySet<number>;
  onOpen: (id: number) => void;
  onFold: (id: number, isOpen: boolean) => void;
  onSelect: (id: number, isRange: boolean) => void;
}

export function RegionTree(props: RegionTreeProps) {
  const { rows, open, selected, overlapping, onOpen, onFold, onSelect } = props;
  const t = useTranslations('regions.tree');
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [inHand, setInHand] = useState<number | null>(null);
  const window = useRowWindow(rows.length, MAX_WHOLE, frame);
  const at = Math.max(0, rows.findIndex(({ region }) => region.id === (inHand ?? open))); // biome-ignore format: one line
  const active = rows[at];
  const go = (index: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!next) return;
    setInHand(next.region.id);
    window.scrollTo(rows.indexOf(next));
    document.getElementById(`${id}-${next.region.id}`)?.scrollIntoView?.({ block: 'nearest' });
  };
  const upOf = ({ level }: TreeRow) => rows.findLastIndex((row, i) => i < at && row.level < level);
  const sideways = (row: TreeRow, isInto: boolean) => {
    if (isInto && row.hasParts && !row.isOpen) onFold(row.region.id, true);
    else if (isInto && row.isOpen) go(at + 1);
    else if (!isInto && row.isOpen) onFold(row.region.id, false);
    else if (!isInto && row.level > 1) go(upOf(row));
  };
  const handleKey = (event: KeyboardEvent) => {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const acts: Record<string, () => void> = {
      ...walks(at, rows.length, go),
      ArrowLeft: () => sideways(active, isRtl),
      ArrowRight: () => sideways(active, !isRtl),
      Enter: () => onOpen(active.region.id),
      Space: () => onSelect(active.region.id, event.shiftKey),
      KeyX: () => onSelect(active.region.id, event.shiftKey),
    };
    const act = acts[event.code];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={frame}
      className={classes.tree}
      role="tree"
      aria-label={t('label')}
      aria-multiselectable
      tabIndex={0}
      aria-activedescendant={active && `${id}-${active.region.id}`}
      onKeyDown={handleKey}
    >
      <div style={{ blockSize: window.above }} />
      {window.indexes.map((index) => {
        const row = rows[index];
        return (
          row && (
            <Row
              key={row.region.id}
              id={`${id}-${row.region.id}`}
              row={row}
              isCurrent={row.region.id === open}
              isInHand={row === active}
              isSelected={selected.has(row.region.id)}
              isOverlapping={overlapping.has(row.region.id)}
              onPress={() => {
                setInHand(row.region.id);
                onOpen(row.region.id);
              }}
              onFold={() => onFold(row.region.id, !row.isOpen)}
              onSelect={(isRange) => onSelect(row.region.id, isRange)}
            />
          )
        );
      })}
      <div style={{ blockSize: window.below }} />
    </div>
  );
}

interface RowProps {
  id: string;
  row: TreeRow;
  isCurrent: boolean;
  isInHand: boolean;
  isSelected: boolean;
  isOverlapping: boolean;
  onPress: () => void;
  onFold: () => void;
  onSelect: (isRange: boolean) => void;
}

function Row({ id, row, isCurrent, isInHand, isSelected, isOverlapping, onPress, onFold, onSelect }: RowProps) {
  const t = useTranslations('regions.tree');
  const measure = useMeasureText();
  const { region, level, hasParts, isOpen, isWay } = row;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names the row in hand.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the tree's.
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-selected={isSelected}
      aria-current={isCurrent || undefined}
      {...(hasParts ? { 'aria-expanded': isOpen } : {})}
      className={classes.row}
      data-in-hand={isInHand || undefined}
      data-way={isWay || undefined}
      style={{ paddingInlineStart: 8 + (level - 1) * 16 }}
      onClick={onPress}
    >
      <Checkbox
        size="xs"
        tabIndex={-1}
        aria-hidden
        checked={isSelected}
        readOnly
        onClick={(event) => {
          event.stopPropagation();
          onSelect(event.shiftKey);
        }}
      />
      <span
        className={classes.fold}
        aria-hidden
        onClick={(event) => {
          if (!hasParts) return;
          event.stopPropagation();
          onFold();
        }}
      >
        {hasParts && (isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} className="points" />)}
      </span>
      {region.colour && <span className={classes.dot} style={{ background: region.colour }} aria-hidden />}
      <span className={classes.name}>
        <bdi>{region.label}</bdi>
      </span>
      {isOverlapping && (
        <IconLayersIntersect2 size={16} className={classes.mark} role="img" aria-label={t('overlaps')} />
      )}
      <span className={classes.facts}>
        {measure(region.area, 'area')}
        <span className={classes.people} title={t('people')}>
          <Num value={region.people} />
          <span className={classes.unit}>{t('peopleUnit')}</span>
        </span>
      </span>
    </div>
  );
}
