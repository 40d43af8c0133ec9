// The look of a layer before anybody chooses one: marks by how densely its records lie, labels from the field that names them.
import { sql } from 'kysely';
import { isTitle } from '../../../contract/fields';
import type { Field } from '../../../contract/schemas/form';
import { LAYER_TYPES, type LayerConfig } from '../../../contract/schemas/layer';
import { FRESH_COLOURS, LABEL_COLOURS, type Labels, type Style } from '../../../contract/schemas/style';
import en from '../../../messages/en/backend.json';
import fa from '../../../messages/fa/backend.json';
import type { Db } from '../../db/engine';

/** Values of a text field, of a sample of the records. */
export interface FieldFacts {
  /** Records with a value. */
  filled: number;
  distinct: number;
  /** Values with a letter of the Arabic script. */
  persian: number;
  /** Values with a letter of any script: codes and numbers as text have none. */
  worded: number;
  /** Characters of a value on average. */
  length: number;
}
export interface LayerFacts {
  records: number;
  /** West, south, east and north in degrees; null without geometry. */
  extent: readonly number[] | null;
  /** Records of the sample. */
  sampled: number;
  fields: ReadonlyMap<string, FieldFacts>;
}

const MAX_SAMPLE = 2000;

/** Looks at a sample of the records in a table. */
export async function readFacts(
  db: Db,
  table: string,
  form: readonly Field[],
  records: number,
  extent: readonly number[] | null,
): Promise<LayerFacts> {
  const names = form.filter(isTitle).map(({ name }) => name);
  const share = Math.min(100, (100 * 3 * MAX_SAMPLE) / Math.max(1, records));
  const { rows } = await sql<{ value: Record<string, unknown> }>`
    select value from ${sql.table(table)} tablesample system (${sql.lit(share)}) limit ${MAX_SAMPLE}`.execute(db);
  const factsOf = (name: string): FieldFacts => {
    const texts = rows.map(({ value }) => value[name]).filter((v) => typeof v === 'string' && v !== '') as string[];
    return {
      filled: texts.length,
      distinct: new Set(texts).size,
      persian: texts.filter((text) => /\p{Script=Arabic}/u.test(text)).length,
      worded: texts.filter((text) => /\p{L}/u.test(text)).length,
      length: texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length),
    };
  };
  return { records, extent, sampled: rows.length, fields: new Map(names.map((name) => [name, factsOf(name)])) };
}

/** Pixels of the map that a layer is looked at on. */
const [WIDTH, HEIGHT] = [1000, 700];
/** CSS pixels of the world's width at zoom 0. */
const WORLD = 512;

/** The zoom at which an extent fills the map. */
const fitZoom = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]): number => {
  const wide = Math.max(east - west, 1e-4);
  const high = Math.max(north - south, 1e-4);
  return Math.min(Math.log2((WIDTH * 360) / (WORLD * wide)), Math.log2((HEIGHT * 360) / (WORLD * high)), 16);
};

/** Pixels between neighbours where the layer fills the map, were they spread evenly. */
const spacing = (records: number): number => Math.sqrt((WIDTH * HEIGHT) / Math.max(1, records));

const toHalf = (n: number, min: number, max: number): number => Math.min(max, Math.max(min, Math.round(n * 2) / 2));

/** Marks by kind of geometry: the more records, the smaller and fainter; a thin casing sets them off from any ground. */
export function firstStyle(type: number, turn: number, facts?: LayerFacts): Style {
  const color = FRESH_COLOURS[turn % FRESH_COLOURS.length] as string;
  const gap = spacing(facts?.records ?? 0);
  const isDense = gap < 12;
  const common = { color, size_by_zoom: true };
  switch (type) {
    case LAYER_TYPES.polygon:
      return {
        kind: 'single',
        symbol: { ...common, opacity: 0.3, size: 1.5, stroke: color, stroke_width: isDense ? 0.75 : 1.25 },
      };
    case LAYER_TYPES.line:
      return {
        kind: 'single',
        symbol: { ...common, opacity: 0.9, size: toHalf(gap / 12, 1, 2), stroke: '#ffffff', stroke_width: 0.75 },
      };
    default:
      return {
        kind: 'single',
        symbol: {
          ...common,
          opacity: isDense ? 0.75 : 0.9,
          size: toHalf(gap / 4, 3, 5),
          stroke: '#ffffff',
          stroke_width: isDense ? 0.5 : 1,
          ...(isDense ? { opacity_by_zoom: true } : {}),
        },
      };
  }
}

const NAME_WORDS = `${fa.nameWords} ${en.nameWords}`.toLowerCase().split(/[,\u060c\s]+/);
const isNameLike = ({ name, label }: Field): boolean => {
  const words = `${name} ${label}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return NAME_WORDS.some((word) => words.includes(word));
};

/** A field of fewer values than this names kinds, not records. */
const MIN_NAMES = 12;
/** Values longer than this are sentences. */
const MAX_NAME_LENGTH = 60;

/** How well a field's values serve as labels; null where they do not. */
const nameScore = (field: Field, facts: LayerFacts): number | null => {
  const values = facts.fields.get(field.name);
  if (!values || values.filled < facts.sampled / 2 || values.filled === 0) return null;
  // Names of towns repeat, names of their countries far more often.
  const isKind = values.distinct < values.filled / (values.distinct <= MIN_NAMES ? 2 : 4);
  if (isKind || values.length > MAX_NAME_LENGTH || values.worded < values.filled / 2) return null;
  return (3 * values.persian) / values.filled + (isNameLike(field) ? 2 : 0) + values.distinct / values.filled;
};

/** The field that names a layer's records: Persian names first; without records, the one that is called so. */
export function nameField(form: readonly Field[], facts?: LayerFacts): Field | undefined {
  const titles = form.filter(isTitle);
  if (!facts || facts.sampled === 0) return titles.find(isNameLike) ?? titles[0];
  const scores = titles.flatMap((field) => {
    const score = nameScore(field, facts);
    return score === null ? [] : [{ field, score }];
  });
  return scores.sort((a, b) => b.score - a.score)[0]?.field;
}

/** Pixels between neighbours from which on most labels find room. */
const LABEL_ROOM = 45;

/** Labels from the zoom on at which they find room. */
function firstLabels(type: number, form: readonly Field[], facts?: LayerFacts): Labels | null {
  const field = type > LAYER_TYPES.table ? nameField(form, facts) : undefined;
  if (!field) return null;
  const usual = type === LAYER_TYPES.point ? 7 : 4;
  const fits = facts?.extent && Math.floor(fitZoom(facts.extent) + Math.log2(LABEL_ROOM / spacing(facts.records)));
  const min_zoom = typeof fits === 'number' ? Math.min(16, Math.max(3, fits)) : usual;
  return { field: field.name, size: 12, ...LABEL_COLOURS, min_zoom, max_zoom: 24 };
}

/** The configuration of a new layer; `facts` are those of the records that it begins with. */
export function firstConfig(
  type: number,
  form: LayerConfig['form'],
  source: LayerConfig['source'],
  turn: number,
  supervised = false,
  facts?: LayerFacts,
): LayerConfig {
  return {
    form,
    style: firstStyle(type, turn, facts),
    labels: firstLabels(type, form, facts),
    scale: { min_zoom: 0, max_zoom: 24 },
    source,
    supervised,
  };
}
