// Reads records for their sheets, one after the other: values, pictures, and what belongs to them.
import { api, pathOf } from '@/contract';
import type { Field, Value } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import type { RelationTab } from '@/lib/api/use-relations';
import { titleIn } from '@/lib/i18n/reference-titles';
import type { RecordSheet } from '@/map';
import { titleOf } from '../../logic/form-state';
import { namedIds, sheetParts } from './values';

/** Records that one relation shows on a sheet. */
const MAX_RELATED = 20;
const MAX_PICTURES = 12;

/** What a sheet has beside the record's values. */
export interface SheetContent {
  map: boolean;
  pictures: boolean;
  related: boolean;
}

export interface SheetTexts {
  value: (field: Field, value: Value) => string;
  untitled: (id: number) => string;
  none: string;
  more: (count: number) => string;
}

interface Reading {
  layer: Layer;
  tabs: readonly RelationTab[];
  content: SheetContent;
  texts: SheetTexts;
  signal: AbortSignal;
}

async function readPictures(record: number, { signal }: Reading): Promise<RecordSheet['pictures']> {
  const files = await call(api.files.list, { query: { layer_data: record } }, { signal });
  return files
    .filter(({ type, pending }) => type.startsWith('image/') && pending !== 'delete')
    .slice(0, MAX_PICTURES)
    .map(({ id, label, name }) => ({
      address: `/api/${pathOf(api.files.content, { id })}?layer_data=${record}`,
      label: label || name,
    }));
}

/** Reads a layer once for all sheets that name its records. */
function layerReader(signal: AbortSignal) {
  const layers = new Map<number, Promise<Layer>>();
  return (id: number): Promise<Layer> => {
    const layer = layers.get(id) ?? call(api.layers.one, { params: { id } }, { signal });
    layers.set(id, layer);
    return layer;
  };
}

async function readRelated(
  record: number,
  { tabs, texts, signal }: Reading,
  layerOf: (id: number) => Promise<Layer>,
): Promise<RecordSheet['lists']> {
  const lists = await Promise.all(
    tabs.map(async ({ relation, side, label }) => {
      const end = side === 'children' ? relation.child : relation.parent;
      if (!end) return null;
      const query = { relation: relation.key, side, limit: MAX_RELATED, offset: 0 };
      const [{ results, count, hidden }, other] = await Promise.all([
        call(api.relations.related, { params: { id: record }, query }, { signal }),
        layerOf(end.layer),
      ]);
      if (hidden || results.length === 0) return null;
      const rows = results.map(({ id, value }) => titleOf(other.config, value) || texts.untitled(id));
      return { heading: label, rows, more: count > results.length ? texts.more(count - results.length) : null };
    }),
  );
  return lists.flatMap((list) => list ?? []);
}

/** The sheets of records, in order. */
export async function* readSheets(records: readonly number[], reading: Reading): AsyncGenerator<RecordSheet> {
  const { layer, content, texts, signal } = reading;
  const { form } = layer.config;
  const layerOf = layerReader(signal);
  for (const id of records) {
    const [record, pictures, lists] = await Promise.all([
      call(api.records.one, { params: { id } }, { signal }),
      content.pictures ? readPictures(id, reading) : [],
      content.related ? readRelated(id, reading, layerOf) : [],
    ]);
    const ids = namedIds(form, record.value);
    const named = ids.length > 0 ? await call(api.records.values, { body: { ids } }, { signal }) : [];
    const titles = new Map(named.map((one) => [one.id, one]));
    const textOf = (field: Field, value: Value) =>
      field.type === 'reference' && value ? titleIn(titles, field, Number(value)) : texts.value(field, value);
    yield {
      id,
      kicker: layer.label,
      title: titleOf(layer.config, record.value) || texts.untitled(id),
      parts: sheetParts(form, record.value, textOf, texts.none),
      geometry: content.map ? record.geometry : null,
      pictures,
      lists,
    };
  }
}
