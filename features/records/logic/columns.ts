// The columns of a layer's table: what every record has, the fields of its form, and how a reader has arranged them.
import { hasNoValue, isTextual } from '@/contract/fields';
import type { Field, FieldType } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';

export type PlainColumn = 'id' | 'status' | 'create_date' | 'modified_date';

export interface Column {
  /** As the server sorts by it. */
  id: string;
  /** Null where the heading is one of our own words. */
  field: Field | null;
  plain: PlainColumn | null;
  /** Counts what belongs to the record by a relation; shown when it is asked for. */
  related?: { tab: string; label: string };
  sortable: boolean;
  /** Narrowest width in pixels. */
  width: number;
  /** Takes what is left of the width. */
  grows: boolean;
}

/** A column in its place. */
export interface PlacedColumn extends Column {
  /** Stays in sight at the start side. */
  pinned: boolean;
  /** Pixels from the start side where a pinned column stands. */
  start: number;
}

const WIDTHS: Record<FieldType, number> = {
  text: 176,
  long_text: 240,
  integer: 128,
  decimal: 128,
  date: 128,
  datetime: 160,
  boolean: 104,
  time: 104,
  choice: 152,
  multi_choice: 200,
  file: 128,
  image: 128,
  signature: 128,
  barcode: 160,
  reference: 176,
  computed: 152,
  section: 64,
  note: 64,
};
/** A layer with more fields begins with these many shown. */
const FIRST_SHOWN = 16;
/** The box that marks a row. */
const MARK = 40;
/** Pixels that a column can be drawn to. */
const [MIN_WIDTH, MAX_WIDTH] = [64, 800];

const plain = (id: PlainColumn, width: number, sortable = true): Column => ({
  id,
  field: null,
  plain: id,
  sortable,
  width,
  grows: false,
});

/** Every column that the table can show, in order. `related`: the relations whose records can be counted. */
export function columnsOf(
  { config }: Pick<Layer, 'config'>,
  related: readonly { id: string; label: string }[] = [],
): Column[] {
  return [
    plain('id', 104),
    ...config.form
      .filter((field) => !hasNoValue(field))
      .map((field) => ({
        id: `value__${field.name}`,
        field,
        plain: null,
        sortable: true,
        width: WIDTHS[field.type],
        grows: isTextual(field),
      })),
    ...related.map(({ id, label }) => ({
      id: `related:${id}`,
      field: null,
      plain: null,
      related: { tab: id, label },
      sortable: false,
      width: 128,
      grows: false,
    })),
    ...(config.supervised ? [plain('status', 232, false)] : []),
    plain('create_date', 160),
    plain('modified_date', 160),
  ];
}

/** How a reader has arranged the columns, by their ids. What is not in it is as usual. */
export interface Arrangement {
  shown: Readonly<Record<string, boolean>>;
  /** All columns in the reader's order. */
  order: readonly string[];
  pinned: readonly string[];
  /** Pixels. */
  widths: Readonly<Record<string, number>>;
}

export const DEFAULT_ARRANGEMENT: Arrangement = { shown: {}, order: [], pinned: [], widths: {} };

/** All columns in the reader's order; those they have not placed come last. */
export function orderColumns(columns: readonly Column[], { order }: Pick<Arrangement, 'order'>): Column[] {
  const place = new Map(order.map((id, i) => [id, i]));
  return [...columns].sort((a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length));
}

/** The columns to draw: pinned ones first. */
export function placeColumns(columns: readonly Column[], arrangement: Arrangement): PlacedColumn[] {
  const { shown: visibility, pinned, widths } = arrangement;
  let fields = 0;
  const visibleIds = new Set(
    columns
      .filter((column) => {
        const usual = column.field ? fields++ < FIRST_SHOWN : column.plain === 'id' || column.plain === 'status';
        return visibility[column.id] ?? usual;
      })
      .map(({ id }) => id),
  );
  let start = MARK;
  return orderColumns(columns, arrangement)
    .filter(({ id }) => visibleIds.has(id))
    .map((column) => {
      const isPinned = pinned.includes(column.id);
      const width = widths[column.id];
      return {
        ...column,
        width: width ?? column.width,
        grows: column.grows && width === undefined && !isPinned,
        pinned: isPinned,
        start: 0,
      };
    })
    .sort((a, b) => Number(b.pinned) - Number(a.pinned))
    .map((column) => {
      if (!column.pinned) return column;
      start += column.width;
      return { ...column, start: start - column.width };
    });
}

/** The order after a column was put before or after another one. */
export function orderAfter(columns: readonly Column[], id: string, beside: string, after: boolean): string[] {
  const left = columns.map((column) => column.id).filter((one) => one !== id);
  const at = left.indexOf(beside);
  if (id === beside || at < 0) return columns.map((column) => column.id);
  left.splice(after ? at + 1 : at, 0, id);
  return left;
}

/** The column that a step leads past; pinned ones stay among themselves. Undefined at the edge. */
export function neighbour(visible: readonly PlacedColumn[], id: string, step: 1 | -1): PlacedColumn | undefined {
  const at = visible.findIndex((column) => column.id === id);
  const next = visible[at + step];
  return at >= 0 && next?.pinned === visible[at]?.pinned ? next : undefined;
}

/** A width that a column may have, in whole pixels. */
export const fitWidth = (pixels: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, pixels)));

/** The grid's tracks: a box to mark rows, the columns, and room for a row's actions. */
export const tracksOf = (columns: readonly Column[], actions: number): string =>
  `${MARK}px ${columns.map((c) => (c.grows ? `minmax(${c.width}px, 1fr)` : `${c.width}px`)).join(' ')}${
    columns.some((c) => c.grows) ? '' : ' 1fr'
  } ${actions}px`;

/** Pixels that all tracks need at least. */
export const minTableWidth = (columns: readonly Column[], actions: number): number =>
  columns.reduce((sum, column) => sum + column.width, MARK + actions);
