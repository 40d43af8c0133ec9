// Which rows of the tree of regions are seen, and how deep each lies. Pure.
import { fold } from '@/contract/fold';
import type { RegionBranch } from '@/contract/schemas/regions/tree';

export const REGION_SORTS = ['label', 'area', 'people'] as const;
export type RegionSort = (typeof REGION_SORTS)[number];
export const REGION_FILTERS = ['all', 'unused', 'overlapping'] as const;
export type RegionFilter = (typeof REGION_FILTERS)[number];
/** What the place of the tree shows: some of its regions, or pairs that share ground in place of it. */
export const TREE_FACES = [...REGION_FILTERS, 'pairs'] as const;
export type TreeFace = (typeof TREE_FACES)[number];

/** Sides of the sheet of an open region. */
export const SHEET_TABS = ['facts', 'people', 'work', 'fit'] as const;
export type SheetTab = (typeof SHEET_TABS)[number];

export interface TreeView {
  search: string;
  sort: RegionSort;
  filter: RegionFilter;
  /** Regions whose parts are folded away. */
  closed: ReadonlySet<number>;
  /** Regions that share ground with another one of their parent. */
  overlapping: ReadonlySet<number>;
}

export interface TreeRow {
  region: RegionBranch;
  /** 1 at the top. */
  level: number;
  isOpen: boolean;
  hasParts: boolean;
  /** It stands here only because something in it was found. */
  isWay: boolean;
}

const ORDERS: Record<RegionSort, (a: RegionBranch, b: RegionBranch) => number> = {
  // The server's own order.
  label: () => 0,
  area: (a, b) => b.area - a.area,
  people: (a, b) => b.people - a.people,
};

const isFound = ({ label, code, people, id }: RegionBranch, { search, filter, overlapping }: TreeView): boolean => {
  const text = fold(`${label} ${code ?? ''}`);
  return (
    fold(search)
      .split(' ')
      .every((word) => text.includes(word)) &&
    (filter === 'all' || (filter === 'unused' ? people === 0 : overlapping.has(id)))
  );
};

/** Parts by parent; what names a parent that is not there, or lies in a circle, stands at the top. */
function childrenOf(regions: readonly RegionBranch[], sort: RegionSort): Map<number | null, RegionBranch[]> {
  const ids = new Set(regions.map(({ id }) => id));
  const children = new Map<number | null, RegionBranch[]>();
  for (const region of [...regions].sort(ORDERS[sort])) {
    const parent = region.parent !== null && ids.has(region.parent) ? region.parent : null;
    const list = children.get(parent);
    if (list) list.push(region);
    else children.set(parent, [region]);
  }
  return children;
}

/** The rows from the top. While something is looked for, the ways to what was found are open. */
export function treeRows(regions: readonly RegionBranch[], view: TreeView): TreeRow[] {
  const children = childrenOf(regions, view.sort);
  const isSearching = view.search.trim() !== '' || view.filter !== 'all';
  const rows: TreeRow[] = [];
  const walk = (parent: number | null, level: number): boolean => {
    let any = false;
    for (const region of children.get(parent) ?? []) {
      const at = rows.length;
      const hasParts = children.has(region.id);
      const isOpen = hasParts && (isSearching || !view.closed.has(region.id));
      const isHit = !isSearching || isFound(region, view);
      rows.push({ region, level, isOpen, hasParts, isWay: !isHit });
      const hasHit = isOpen && walk(region.id, level + 1);
      if (isHit || hasHit) any = true;
      else rows.length = at;
    }
    return any;
  };
  walk(null, 1);
  return rows;
}

/** A region with all that lies in it. */
export function withParts(regions: readonly RegionBranch[], id: number): Set<number> {
  const children = childrenOf(regions, 'label');
  const all = new Set([id]);
  const walk = (parent: number) => {
    for (const { id: part } of children.get(parent) ?? []) {
      if (all.has(part)) continue;
      all.add(part);
      walk(part);
    }
  };
  walk(id);
  return all;
}
