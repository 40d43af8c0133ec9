// The columns of a layer's table: what every record has, and the fields of its form.
import type { Field, FieldType } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';

export type PlainColumn = 'id' | 'status' | 'create_date' | 'modified_date';

export interface Column {
  /** As the server sorts by it. */
  id: string;
  /** Null where the heading is one of our own words. */
  field: Field | null;
  plain: PlainColumn | null;
  sortable: boolean;
  /** Narrowest width in pixels. */
  width: number;
  /** Takes what is left of the width. */
  grows: boolean;
}

const WIDTHS: Record<FieldType, number> = {
  text: 176,
  long_text: 240,
  integer: 128,
  decimal: 128,
  date: 128,
  datetime: 160,
  boolean: 104,
  choice: 152,
};
/** A layer with more fields begins with these many shown. */
const FIRST_SHOWN = 16;

const plain = (id: PlainColumn, width: number, sortable = true): Column => ({
  id,
  field: null,
  plain: id,
  sortable,
  width,
  grows: false,
});

/** Every column that the table can show, in order. */
export function columnsOf({ config }: Pick<Layer, 'config'>): Column[] {
  return [
    plain('id', 104),
    ...config.form.map((field) => ({
      id: `value__${field.name}`,
      field,
      plain: null,
      sortable: true,
      width: WIDTHS[field.type],
      grows: field.type === 'text' || field.type === 'long_text' || field.type === 'choice',
    })),
    ...(config.supervised ? [plain('status', 144, false)] : []),
    plain('create_date', 160),
    plain('modified_date', 160),
  ];
}

/** Choices of the reader by column id; what is not in it follows the rule. */
export type Shown = Readonly<Record<string, boolean>>;

/** The columns to draw. */
export function visibleColumns(columns: readonly Column[], shown: Shown): Column[] {
  let fields = 0;
  return columns.filter((column) => {
    const usual = column.field ? fields++ < FIRST_SHOWN : column.plain === 'id' || column.plain === 'status';
    return shown[column.id] ?? usual;
  });
}

/** Reads remembered choices; nothing that is not a yes or a no. */
export function readShown(text: string | null): Shown {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' && found !== null
      ? Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'boolean'))
      : {};
  } catch {
    return {};
  }
}

/** The grid's tracks: a box to mark rows, the columns, and room for a row's actions. */
export const tracksOf = (columns: readonly Column[], actions: number): string =>
  `40px ${columns.map((c) => (c.grows ? `minmax(${c.width}px, 1fr)` : `${c.width}px`)).join(' ')}${
    columns.some((c) => c.grows) ? '' : ' 1fr'
  } ${actions}px`;

/** Pixels that all tracks need at least. */
export const narrowest = (columns: readonly Column[], actions: number): number =>
  columns.reduce((sum, column) => sum + column.width, 40 + actions);
