// What shall become of a file: the inspection's own suggestions with the person's changes laid over them, and the orders from it.
import { FIELD_TYPES, FIELDS, type FieldType, plainType } from '@/contract/fields';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { FileRelation } from '@/contract/schemas/layers/file-relation';
import type { Dataset, ImportOrder, Inspection, PlaceColumns } from '@/contract/schemas/upload';

/** A type that needs a definition of its own, such as a list of choices, cannot come from a file's column alone. */
export const IMPORT_TYPES = FIELD_TYPES.filter((type) => FIELDS[type].standsAlone);

export interface FieldEdit {
  take?: boolean;
  label?: string;
  type?: FieldType;
}
export interface DatasetEdit {
  take?: boolean;
  label?: string;
  srid?: number | null;
  crs?: string | null;
  swapped?: boolean;
  /** Null where the person wants no points of a table whose columns were guessed. */
  place?: PlaceColumns | null;
  groups?: number[];
  fields?: Record<number, FieldEdit>;
}
/** Changes by place in the file, so that they outlive another reading of its names. */
export type Edits = Record<number, DatasetEdit>;

export interface FieldPlan {
  source: string;
  samples: readonly string[];
  take: boolean;
  label: string;
  type: FieldType;
}
/** A coordinate system as a person chose it; all of it empty leaves it to the file. */
export interface System {
  srid: number | null;
  /** WKT or PROJ text, where there is no code. */
  crs: string | null;
  /** Latitude or northing stands first. */
  swapped: boolean;
}
export interface DatasetPlan extends System {
  index: number;
  dataset: Dataset;
  /** Kind of the layer that comes of it: of points where a table has a place. */
  type: number;
  /** The columns of a table that hold the place. */
  place: PlaceColumns | null;
  /** A table whose columns can be named. */
  canPlace: boolean;
  take: boolean;
  label: string;
  /** The file does not say where its coordinates are, so the person must. */
  needsCrs: boolean;
  groups: number[];
  fields: FieldPlan[];
}

/** Formats whose tables have no shapes of their own. */
const TABLES = new Set(['csv', 'xlsx']);
/** More data sets than this are not all taken unasked. */
const TAKEN_UNASKED = 8;
const LABEL = 200;

const fieldPlan = (field: Dataset['fields'][number], edit: FieldEdit = {}): FieldPlan => ({
  source: field.name,
  samples: field.samples,
  take: edit.take ?? true,
  label: edit.label ?? field.name.slice(0, LABEL),
  type: edit.type ?? plainType(field),
});

/** Every data set with what is planned for it. `labelOf` words a layer's first name; `mixed` where one name stands for several kinds. */
export function planOf(
  { datasets, format }: Pick<Inspection, 'datasets' | 'format'>,
  edits: Edits,
  labelOf: (dataset: Dataset, mixed: boolean) => string,
): DatasetPlan[] {
  return datasets.map((dataset, index) => {
    const edit = edits[index] ?? {};
    const canPlace = dataset.type === 0 && TABLES.has(format) && dataset.fields.length > 0;
    const place = canPlace ? (edit.place === undefined ? (dataset.guess ?? null) : edit.place) : null;
    const type = place ? 1 : dataset.type;
    const mixed = datasets.some((other, i) => i !== index && other.name === dataset.name);
    return {
      index,
      dataset,
      take: datasets.length === 1 || (edit.take ?? (dataset.feature_count > 0 && datasets.length <= TAKEN_UNASKED)),
      label: edit.label ?? labelOf(dataset, mixed).slice(0, LABEL),
      type,
      place,
      canPlace,
      srid: edit.srid ?? null,
      crs: edit.crs ?? null,
      swapped: edit.swapped ?? false,
      needsCrs: place !== null || (type > 0 && dataset.srid === null && dataset.crs === null),
      groups: edit.groups ?? [],
      fields: dataset.fields.map((field, i) => fieldPlan(field, edit.fields?.[i])),
    };
  });
}

export type PlanProblem = 'label' | 'place' | 'crs' | 'fieldLabel' | 'sameLabel';

/** What still keeps a data set from being imported, the first of it. */
export function problemOf(plan: DatasetPlan): PlanProblem | null {
  if (plan.label.trim() === '') return 'label';
  if (plan.place && plan.place.x === plan.place.y) return 'place';
  if (plan.needsCrs && plan.srid === null && plan.crs === null) return 'crs';
  const labels = plan.fields.filter((field) => field.take).map((field) => field.label.trim());
  if (labels.includes('')) return 'fieldLabel';
  return new Set(labels).size < labels.length ? 'sameLabel' : null;
}

/** What an order says of the system. */
export const systemOf = ({ srid, crs, swapped }: System): Pick<ImportOrder, 'srid' | 'crs' | 'swapped'> => ({
  ...(srid === null ? {} : { srid }),
  ...(crs === null || srid !== null ? {} : { crs }),
  ...(swapped ? { swapped } : {}),
});

/** Relations whose data sets are both taken, each by itself. */
export const relationsAmong = (plans: readonly DatasetPlan[], relations: readonly FileRelation[]): FileRelation[] => {
  const isOne = (name: string) => plans.filter(({ take, dataset }) => take && dataset.name === name).length === 1;
  return relations.filter(({ base, related }) => isOne(base) && isOne(related));
};

/** Layers of one order; more come in one by one. */
const MAX_TOGETHER = 21;

/** The plans that are taken, those together that relations join. */
export function groupsOf(plans: readonly DatasetPlan[], relations: readonly FileRelation[]): DatasetPlan[][] {
  let groups = plans.filter(({ take }) => take).map((plan) => [plan]);
  const groupOf = (name: string) => groups.find((group) => group.some(({ dataset }) => dataset.name === name));
  for (const { base, related } of relationsAmong(plans, relations)) {
    const [one, other] = [groupOf(base), groupOf(related)];
    if (!one || !other || one === other || one.length + other.length > MAX_TOGETHER) continue;
    groups = groups.filter((group) => group !== other).map((group) => (group === one ? [...one, ...other] : group));
  }
  return groups;
}

const isOwn = ({ dataset: { name } }: DatasetPlan, relations: readonly FileRelation[]) =>
  relations.some(({ base, related }) => base === name && related === name);

const partOf = (plan: DatasetPlan) => ({
  dataset: plan.dataset.name,
  type: plan.type,
  label: plan.label.trim(),
  ...(plan.type === 0 ? {} : systemOf(plan)),
  ...(plan.place ? { place: plan.place } : {}),
  ...(plan.groups.length > 0 ? { group_layer: plan.groups } : {}),
  fields: plan.fields
    .filter((field) => field.take)
    .map(({ source, label, type }) => ({ source, label: label.trim(), type })),
});

/**
 * One order for each group of data sets. The encoding is named only where the person chose it; `relations` are those that are made, of which a
 * data set alone may have one to itself.
 */
export const ordersOf = (
  groups: readonly (readonly DatasetPlan[])[],
  fileId: string,
  encoding: string | null,
  { replaces, relations = [] }: { replaces?: number | undefined; relations?: readonly FileRelation[] } = {},
): ImportOrder[] =>
  groups.flatMap(([plan, ...related]) =>
    plan
      ? [
          {
            file_id: fileId,
            ...partOf(plan),
            ...(encoding ? { encoding } : {}),
            ...(replaces === undefined || plan.type !== LAYER_TYPES.raster ? {} : { replaces }),
            ...(related.length > 0 || isOwn(plan, relations) ? { related: related.map(partOf) } : {}),
          },
        ]
      : [],
  );

/** The edits with one data set changed. */
export const withDataset = (edits: Edits, index: number, change: DatasetEdit): Edits => ({
  ...edits,
  [index]: { ...edits[index], ...change },
});

/** The edits with one field of one data set changed. */
export const withField = (edits: Edits, index: number, field: number, change: FieldEdit): Edits => {
  const fields = edits[index]?.fields ?? {};
  return withDataset(edits, index, { fields: { ...fields, [field]: { ...fields[field], ...change } } });
};

/** The edits with every field of one data set taken, or none. */
export const withAllFields = (edits: Edits, plan: DatasetPlan, take: boolean): Edits =>
  withDataset(edits, plan.index, {
    fields: Object.fromEntries(plan.fields.map((_, i) => [i, { ...edits[plan.index]?.fields?.[i], take }])),
  });
