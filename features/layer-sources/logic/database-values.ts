// What is chosen of a foreign table, and the order of a layer that is made of it.
import type { ForeignTable, FromDatabase } from '@/contract/schemas/database';
import type { Field } from '@/contract/schemas/form';
import type { Grouped, ValueRule } from '@/contract/schemas/query';
import type { LayerSync, Schedule, SyncChange } from '@/contract/schemas/sources/layer-sync';

export type Filter = Grouped<ValueRule>;

export interface ColumnChoice {
  name: string;
  label: string;
  isTaken: boolean;
}

export interface ScheduleValues {
  every: Schedule['every'];
  hour: number;
  edits: Schedule['edits'];
}
/** Before the office opens. */
export const NEW_SCHEDULE: ScheduleValues = { every: 'manual', hour: 3, edits: 'ours' };

export interface DatabaseValues extends ScheduleValues {
  /** Id of the connection. */
  arcsde: number | null;
  table: ForeignTable | null;
  label: string;
  type: number | null;
  srid: number | null;
  where: Filter;
  /** Empty for the primary key. */
  key: string;
  columns: ColumnChoice[];
  groups: number[];
}

/** Lets every row through. */
export const ALL_ROWS: Filter = { and: [] };
export const isEverything = (where: Filter): boolean => 'and' in where && where.and.length === 0;

export const NEW_DATABASE: DatabaseValues = {
  ...NEW_SCHEDULE,
  arcsde: null,
  table: null,
  label: '',
  type: null,
  srid: null,
  where: ALL_ROWS,
  key: '',
  columns: [],
  groups: [],
};

/** What a table begins with: all of its columns under their own names. */
export const ofTable = (table: ForeignTable) => ({
  table,
  label: table.table,
  type: table.type,
  srid: table.srid,
  where: ALL_ROWS,
  key: '',
  columns: table.fields.map(({ name }) => ({ name, label: name, isTaken: true })),
});

/** The columns as fields that rules ask about. */
export const fieldsOf = ({ fields }: ForeignTable): Field[] => fields.map(({ name, type }) => ({ name, label: name, type })) as Field[]; // biome-ignore format: one line

export const toSchedule = ({ every, hour, edits }: ScheduleValues): Schedule => ({
  every,
  edits,
  ...(every === 'daily' ? { hour } : {}),
});

/** Which rows come in, and what they are known by. */
export interface SourceValues {
  where: Filter;
  /** Empty for the primary key. */
  key: string;
}
export const sourceValuesOf = ({ where, key }: Pick<LayerSync, 'where' | 'key'>): SourceValues => ({
  where: where ?? ALL_ROWS,
  key: key ?? '',
});
export const isSameRows = (a: Filter, b: Filter): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A new schedule, with what of the source is another than `saved`. */
export const toSyncChange = (values: ScheduleValues & SourceValues, saved: SourceValues): SyncChange => ({
  ...toSchedule(values),
  ...(isSameRows(values.where, saved.where) ? {} : { where: isEverything(values.where) ? null : values.where }),
  ...(values.key === saved.key ? {} : { key: values.key === '' ? null : values.key }),
});

export const takenOf = ({ columns }: { columns: readonly ColumnChoice[] }) => columns.filter(({ isTaken }) => isTaken);

/** Labels that two takenColumns columns share, trimmed. */
export function labelsTwice(columns: readonly ColumnChoice[]): ReadonlySet<string> {
  const labels = takenOf({ columns }).map(({ label }) => label.trim());
  return new Set(labels.filter((label, i) => label !== '' && labels.indexOf(label) !== i));
}

/** The order; null while no table is chosen. */
export function toOrder(values: DatabaseValues): FromDatabase | null {
  const { arcsde, table, label, type, srid, where, key, groups } = values;
  if (arcsde === null || table === null) return null;
  const takenColumns = takenOf(values);
  const renamed = takenColumns.filter((column) => column.label.trim() !== column.name);
  return {
    arcsde,
    schema: table.schema,
    table: table.table,
    label,
    fields: takenColumns.map(({ name }) => name),
    ...(renamed.length > 0 ? { labels: Object.fromEntries(renamed.map((c) => [c.name, c.label.trim()])) } : {}),
    ...(isEverything(where) ? {} : { where }),
    ...(key === '' ? {} : { key }),
    ...(table.type === null && type !== null ? { type } : {}),
    ...(table.srid === null && type !== 0 && srid !== null ? { srid } : {}),
    ...(groups.length > 0 ? { group_layer: groups } : {}),
    schedule: toSchedule(values),
  };
}
