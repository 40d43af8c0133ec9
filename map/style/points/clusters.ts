// Points that stand for several records: discs with their number, or rings whose parts are the shares of classes.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { allOf, byValue, uniqueCategories } from '@/contract/look/expressions';
import type { From } from '@/contract/look/marks';
import { CLUSTER_COUNT, CLUSTER_MORE, clusterShare, listFieldOf } from '@/contract/ogc';
import type { Style } from '@/contract/schemas/style';
import { BOLD } from '../fonts';
import { BLANK_ICON, nameOf } from '../icon-image';
import { RING, ringId } from './ring-image';

type Cluster = Extract<Style, { kind: 'cluster' }>;
type Classes = NonNullable<Cluster['by']>;
type Common = From & { minzoom: number; maxzoom: number };

/** A point of the tiles that stands for several records. */
export const SEVERAL: ExpressionSpecification = ['has', CLUSTER_COUNT];

/** Radius by number, in CSS pixels. */
const RADIUS = [13, 10, 16, 100, 20, 1000, 25, 10_000, 30] as const;

/** Black or white, whichever is read better on a colour. */
const inkOn = (colour: string): string => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#000000' : '#ffffff';
};

const numbers = (
  id: string,
  count: ExpressionSpecification,
  ground: string,
  opacity: number,
  common: Common,
): LayerSpecification => ({
  id: `${id}:counts`,
  type: 'symbol',
  ...common,
  layout: {
    'text-field': ['concat', ['to-string', count], ['case', ['has', CLUSTER_MORE], '+', '']],
    'text-font': [BOLD],
    'text-size': 12,
    'text-allow-overlap': true,
    'text-ignore-placement': true,
  },
  paint: { 'text-color': inkOn(ground), 'text-opacity': opacity },
});

const discs = (id: string, { symbol }: Cluster, opacity: number, common: Common): LayerSpecification[] => [
  {
    id: `${id}:clusters`,
    type: 'circle',
    ...common,
    paint: {
      'circle-color': symbol.color,
      'circle-opacity': symbol.opacity * opacity,
      'circle-radius': ['step', ['get', CLUSTER_COUNT], ...RADIUS],
      'circle-stroke-color': symbol.color,
      'circle-stroke-width': 4,
      'circle-stroke-opacity': 0.3 * opacity,
    },
  },
  numbers(id, ['get', CLUSTER_COUNT], symbol.color, opacity, common),
];

const sum = (counts: readonly ExpressionSpecification[]): ExpressionSpecification =>
  (counts.length === 0
    ? ['literal', 0]
    : counts.length === 1
      ? counts[0]
      : ['+', ...counts]) as ExpressionSpecification;

/** The colour of each class that is switched on, and how many records of a cluster it has. */
const sharesOf = (by: Classes, off: ReadonlySet<string> | undefined) => {
  const countOf = (value: string): ExpressionSpecification => ['coalesce', ['get', clusterShare(value)], 0];
  const categories = uniqueCategories(byValue(by));
  const rest: ExpressionSpecification = [
    'max',
    0,
    ['-', ['get', CLUSTER_COUNT], sum(categories.map(([value]) => countOf(value)))],
  ];
  return [
    ...categories.map(([value, { symbol }]) => ({ key: `is:${value}`, color: symbol.color, count: countOf(value) })),
    ...(by.other ? [{ key: 'other', color: by.other.color, count: rest }] : []),
  ].filter(({ key }) => !off?.has(key));
};

const rings = (
  id: string,
  { symbol }: Cluster,
  by: Classes,
  off: ReadonlySet<string> | undefined,
  opacity: number,
  common: Common,
): LayerSpecification[] => {
  const shares = sharesOf(by, off);
  const isWhole = by.other !== null && ![...(off ?? [])].some((key) => key === 'other' || key.startsWith('is:'));
  const ofShares = sum(shares.map(({ count }) => count));
  // A record with several choices counts for each of them, and is still one record.
  const ofRecords: ExpressionSpecification =
    listFieldOf(by.field) === null ? ofShares : ['min', ['get', CLUSTER_COUNT], ofShares];
  const total: ExpressionSpecification = isWhole ? ['get', CLUSTER_COUNT] : ofRecords;
  const image = ringId(symbol.stroke, shares);
  const filter = allOf(common.filter as ExpressionSpecification, isWhole ? null : ['>', total, 0]);
  const own: Common = { ...common, filter: filter as FilterSpecification };
  const scales = RADIUS.map((n, i) => (i % 2 === 0 ? (n + 4) / RING.outer : n)) as [number, ...number[]];
  return [
    {
      id: `${id}:rings:${nameOf(JSON.stringify(image))}`,
      type: 'symbol',
      ...own,
      layout: {
        'icon-image': image,
        'icon-size': ['step', total, ...scales] as unknown as ExpressionSpecification,
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
      paint: { 'icon-opacity': opacity },
    },
    numbers(id, total, symbol.stroke, opacity, own),
  ];
};

/** The room of clusters, which stands above all labels and therefore takes its place before them: no name lies on a number. */
export const clusterRoom = (id: string, opacity: number, common: Common): LayerSpecification => ({
  id: `${id}:room`,
  type: 'symbol',
  ...common,
  filter: allOf((common.filter ?? null) as ExpressionSpecification | null, SEVERAL) ?? SEVERAL,
  layout: {
    'icon-image': BLANK_ICON,
    'icon-padding': ['step', ['get', CLUSTER_COUNT], ...RADIUS.map((n, i) => (i % 2 === 0 ? ['literal', [n]] : n))] as never, // biome-ignore format: one scale
    'icon-allow-overlap': true,
  },
  paint: { 'icon-opacity': opacity },
});

/** Bottom-up; `off` has the keys of classes that are switched off. */
export const clusters = (
  id: string,
  style: Cluster,
  off: ReadonlySet<string> | undefined,
  opacity: number,
  common: Common,
): LayerSpecification[] =>
  style.by ? rings(id, style, style.by, off, opacity, common) : discs(id, style, opacity, common);
