// Orders an append: what it names must be there, and whoever orders it must have the rights.
import { isFiles, isList } from '../../../../contract/fields';
import type { Field } from '../../../../contract/schemas/form';
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import { isKeyField } from '../../../../contract/schemas/layers/relation';
import type { AppendOrder, Inspection } from '../../../../contract/schemas/upload';
import { approvalIn } from '../../../geo/sight';
import type { Ctx } from '../../../http/context';
import { forbidden, invalid, Refusal } from '../../../http/errors';
import type { JobQueue } from '../../jobs/queue';
import { layerFor } from '../../layers/access';
import { findMany } from '../../layers/store';
import { applyCreation } from '../../records/review';
import { findDataset } from '../dataset';
import type { KeptAppend } from './run';

type Metadata = AppendOrder['append_metadata'];

/** Each column goes into one field of its own, which may be written. */
function checkMapping(
  { field_mapping, words }: Metadata,
  columns: ReadonlySet<string>,
  form: ReadonlyMap<string, Field>,
) {
  const targets = Object.values(field_mapping);
  for (const [source, target] of Object.entries(field_mapping)) {
    if (!columns.has(source)) throw invalid(source);
    if (!form.has(target)) throw invalid(target);
    if (form.get(target)?.read_only) throw new Refusal(400, 'fields', { fields: { [target]: 'readOnly' } });
    // A file of a table names no file of a record.
    if (isFiles(form.get(target) as Field)) throw new Refusal(400, 'fields', { fields: { [target]: 'files' } });
    if (targets.filter((t) => t === target).length > 1) throw invalid(target);
  }
  const stranger = Object.keys(words ?? {}).find((name) => !targets.includes(name));
  if (stranger !== undefined) throw invalid(`append_metadata.words.${stranger}`);
}

/** Rows know their records by one value, which the file must bring. */
function checkMatch({ match, field_mapping }: Metadata, form: ReadonlyMap<string, Field>, mayEdit: boolean) {
  if (!match) return;
  const field = form.get(match.field);
  if (!field || isList(field) || isFiles(field)) throw invalid('append_metadata.match.field');
  if (!Object.values(field_mapping).includes(match.field))
    throw new Refusal(400, 'matchUnmapped', { fields: { 'append_metadata.match.field': 'matchUnmapped' } });
  if (match.on === 'update' && !mayEdit) throw forbidden();
}

/** The fields by which rows name their parents: keys of layers that the caller sees. */
async function keyFieldsOf(ctx: Ctx, { keys = {}, field_mapping }: Metadata, form: ReadonlyMap<string, Field>) {
  const targets = new Set(Object.values(field_mapping));
  const fields: Record<string, Field> = {};
  for (const [name, keyName] of Object.entries(keys)) {
    const field = form.get(name);
    const [parent] = field?.reference ? await findMany(ctx.engine.db, ctx.caller, [field.reference.layer]) : [];
    const key = parent?.config.form.find((one) => one.name === keyName);
    // A unique field is compared with those of the layer before the ids are known.
    if (!key || !isKeyField(key) || key.type === 'reference' || !targets.has(name) || field?.unique)
      throw invalid(`append_metadata.keys.${name}`);
    fields[name] = key;
  }
  return fields;
}

export async function orderAppend(
  ctx: Ctx,
  queue: JobQueue,
  order: AppendOrder,
  inspect: (file: string) => Promise<Inspection>,
): Promise<string> {
  const meta = order.append_metadata;
  const { row: layer, rights } = await layerFor(ctx, meta.layer_id);
  if (!rights.add) throw forbidden();
  if (meta.file_id !== order.file_id) throw invalid('append_metadata.file_id');
  if (layer.type >= LAYER_TYPES.wms) throw new Refusal(400, 'noRecords');
  if (meta.geom_type !== layer.type) throw new Refusal(400, 'geometryKind');
  const inspection = await inspect(order.file_id);
  const dataset = findDataset(inspection, meta.dataset_layer, meta.geom_type, order, 'append_metadata.dataset_layer');
  const form = new Map(layer.config.form.map((f) => [f.name, f]));
  checkMapping(meta, new Set(dataset.fields.map((f) => f.name)), form);
  checkMatch(meta, form, rights.edit);
  const storedOrder: KeptAppend = {
    ...order,
    status: applyCreation(layer.config.supervised, ctx.caller.id).status,
    approval: approvalIn(ctx.caller, layer.id) ?? null,
    keyFields: await keyFieldsOf(ctx, meta, form),
  };
  return queue.add({
    account: ctx.caller.id,
    kind: 'append',
    label: layer.label,
    order: storedOrder,
    upload: order.file_id,
    layer: layer.id,
    dryRun: order.dry_run ?? false,
  });
}
