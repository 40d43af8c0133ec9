// What happens to the cells of a matrix: ticks by cell, row and group, copied rows, and where keys lead. Pure.

export interface MatrixColumn {
  id: string;
  label: string;
}
export interface MatrixRow {
  id: string;
  label: string;
  /** Rows of one group lie together under a row of their own. */
  group?: string;
}
/** Row id to the ids of the columns that are ticked; a missing row has none. */
export type MatrixValue = ReadonlyMap<string, ReadonlySet<string>>;
export interface CellChange {
  row: string;
  column: string;
  isOn: boolean;
}
export type IsDisabled = (row: string, column: string) => boolean;

/** A line on screen: a row, or the head of a group that stands for all its rows. */
export interface MatrixLine {
  id: string;
  label: string;
  isGroup: boolean;
  /** Ids of the rows that the line stands for. */
  rows: readonly string[];
}

/** Rows without a group come first, then the groups in the order of their first row. */
export const linesOf = (rows: readonly MatrixRow[]): MatrixLine[] => {
  const line = ({ id, label }: MatrixRow): MatrixLine => ({ id, label, isGroup: false, rows: [id] });
  const loose = rows.filter(({ group }) => group === undefined).map(line);
  const groups = [...new Set(rows.flatMap(({ group }) => group ?? []))];
  const grouped = groups.flatMap((label): MatrixLine[] => {
    const members = rows.filter(({ group }) => group === label);
    return [{ id: `group:${label}`, label, isGroup: true, rows: members.map(({ id }) => id) }, ...members.map(line)];
  });
  return [...loose, ...grouped];
};

const isOn = (value: MatrixValue, row: string, column: string) => value.get(row)?.has(column) ?? false;

export const tickOf = (value: MatrixValue, rows: readonly string[], column: string): 'all' | 'some' | 'none' => {
  const count = rows.filter((row) => isOn(value, row, column)).length;
  return count === 0 ? 'none' : count === rows.length ? 'all' : 'some';
};

/** Only the cells that differ and may be changed. */
const changesTo = (
  value: MatrixValue,
  rows: readonly string[],
  columns: readonly string[],
  next: (column: string) => boolean,
  isDisabled: IsDisabled,
): CellChange[] =>
  rows.flatMap((row) =>
    columns
      .filter((column) => isOn(value, row, column) !== next(column) && !isDisabled(row, column))
      .map((column) => ({ row, column, isOn: next(column) })),
  );

/** Ticks all of the cells that may be ticked, or unticks them where all of those are. */
export const toggleCells = (
  value: MatrixValue,
  rows: readonly string[],
  columns: readonly string[],
  isDisabled: IsDisabled,
): CellChange[] => {
  const on = changesTo(value, rows, columns, () => true, isDisabled);
  return on.length > 0 ? on : changesTo(value, rows, columns, () => false, isDisabled);
};

/** The ticks of a copied row put on others. */
export const pasteCells = (
  value: MatrixValue,
  rows: readonly string[],
  columns: readonly string[],
  copy: ReadonlySet<string>,
  isDisabled: IsDisabled,
): CellChange[] => changesTo(value, rows, columns, (column) => copy.has(column), isDisabled);

/** A value with changes made, for owners that have no rules of their own. */
export const applyCells = (value: MatrixValue, changes: readonly CellChange[]): MatrixValue => {
  const next = new Map(value);
  for (const { row, column, isOn: on } of changes) {
    const columns = new Set(next.get(row));
    if (on) columns.add(column);
    else columns.delete(column);
    next.set(row, columns);
  }
  return next;
};

export interface CellPlace {
  line: number;
  column: number;
}
const PAGE = 10;

/** Where a key leads; null for keys that lead nowhere. Arrows follow the eye: in a right-to-left table the left one goes on. */
export const placeOfKey = (
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { line, column }: CellPlace,
  { lines, columns }: { lines: number; columns: number },
  isRtl: boolean,
): CellPlace | null => {
  const onward = isRtl ? -1 : 1;
  const moves: Record<string, CellPlace> = {
    ArrowUp: { line: line - 1, column },
    ArrowDown: { line: line + 1, column },
    ArrowRight: { line, column: column + onward },
    ArrowLeft: { line, column: column - onward },
    Home: { line: ctrlKey ? 0 : line, column: 0 },
    End: { line: ctrlKey ? lines - 1 : line, column: columns - 1 },
    PageUp: { line: line - PAGE, column },
    PageDown: { line: line + PAGE, column },
  };
  const to = moves[key];
  return to
    ? { line: Math.max(0, Math.min(to.line, lines - 1)), column: Math.max(0, Math.min(to.column, columns - 1)) }
    : null;
};
