// The tree with what it is searched by, and what can be done with the regions chosen in it.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { EmptyState } from '@/components/feedback/states';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { useRead } from '@/lib/api/hooks';
import { useSelection } from '@/lib/collection/use-selection';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { type RegionSort, type TreeFace, treeRows } from '../../logic/tree';
import { BulkBar } from '../bulk/bulk-bar';
import classes from '../regions.module.css';
import { OverlapList } from './overlap-list';
import { RegionTree } from './region-tree';
import { TreeHead } from './tree-head';

/** With more regions overlaps are looked for only when they are asked for. */
const MAX_UNASKED = 2000;
const FIRST: { search: string; filter: TreeFace; sort: RegionSort } = { search: '', filter: 'all', sort: 'label' };

export interface TreePlaceProps {
  tree: readonly RegionBranch[];
  open: number | null;
  onOpen: (id: number) => void;
  /** Opens a region where its overlaps are mended. */
  onMend: (id: number) => void;
  onUnion: (ids: number[]) => void;
}

export function TreePlace({ tree, open, onOpen, onMend, onUnion }: TreePlaceProps) {
  const t = useTranslations('regions.tree');
  const search = useRef<HTMLInputElement>(null);
  const [view, setView] = useState(FIRST);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const asksOverlaps = tree.length <= MAX_UNASKED || view.filter === 'overlapping';
  const overlaps = useRead(api.regions.overlaps, { query: { limit: 1 } }, { enabled: asksOverlaps });
  const overlapping = useMemo(() => new Set(overlaps.data?.regions), [overlaps.data]);
  const filter = view.filter === 'pairs' ? 'all' : view.filter;
  const rows = useMemo(
    () => treeRows(tree, { ...view, filter, closed, overlapping }),
    [tree, view, filter, closed, overlapping],
  );
  const ids = useMemo(() => rows.map(({ region }) => region.id), [rows]);
  const selection = useSelection(ids, ids.length, '');
  const selected = selection.value === 'all' ? new Set(ids) : selection.value;
  const isFiltered = view.search !== '' || view.filter !== 'all';
  const hits = rows.filter(({ isWay }) => !isWay).length;
  useHotkeys('screen', [{ keys: 'Slash', run: () => search.current?.focus() }]);
  const head = <TreeHead {...view} searchRef={search} onChange={(change) => setView((now) => ({ ...now, ...change }))} />; // biome-ignore format: one line
  if (view.filter === 'pairs')
    return (
      <>
        {head}
        <OverlapList open={open} onOpen={onMend} />
      </>
    );
  return (
    <>
      {head}
      {view.filter === 'overlapping' && overlaps.data?.capped && <Callout>{t('capped')}</Callout>}
      {rows.length === 0 ? (
        <EmptyState
          title={t(view.filter === 'overlapping' && overlaps.isFetching ? 'looking' : 'nothing')}
          action={
            <Button variant="default" onClick={() => setView(FIRST)}>
              {t('clear')}
            </Button>
          }
        />
      ) : (
        <RegionTree
          rows={rows}
          open={open}
          selected={selected}
          overlapping={overlapping}
          onOpen={onOpen}
          onSelect={selection.toggle}
          onFold={(id, isOpen) =>
            setClosed((now) => {
              const next = new Set(now);
              if (isOpen) next.delete(id);
              else next.add(id);
              return next;
            })
          }
        />
      )}
      <p className={classes.count} role="status">
        {t(isFiltered ? 'found' : 'count')} <Num value={isFiltered ? hits : tree.length} />
      </p>
      <BulkBar tree={tree} selection={selection} rowCount={ids.length} onUnion={onUnion} />
    </>
  );
}
