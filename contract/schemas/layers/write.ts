// Layers as they are made by hand and changed.
import { z } from 'zod';
import { flag, ids, int } from '../common';
import { Field, MAX_NAME } from '../form';
import { LayerConfig, Picture } from '../layer';
import { ServiceSource } from '../sources/service';

const ChoiceValue = z.string().max(200);

/** By field what becomes of the values of choices: of one that is no longer offered, another one. */
export const ChoiceRenames = z.record(z.string().max(MAX_NAME), z.record(ChoiceValue, ChoiceValue));

/**
 * Changes of a layer. A form is replaced whole: a field that is gone and has values needs `force` (the values stay in the records
 * and come back with a field of the same name); a field of another type has its values converted, or the change is refused.
 */
export const LayerPatch = z.strictObject({
  label: z.string().trim().min(1).max(200).optional(),
  group_layer: ids(100).optional(),
  config: LayerConfig.partial().strict().optional(),
  icon: Picture.nullable().optional(),
  marker: Picture.nullable().optional(),
  logo: Picture.nullable().optional(),
  force: flag().optional(),
  renames: ChoiceRenames.optional(),
});

const json = <T extends z.ZodType>(shape: T) =>
  z.preprocess((v) => {
    if (typeof v !== 'string') return v;
    try {
      return JSON.parse(v);
    } catch {
      return v;
    }
  }, shape) as unknown as z.ZodType<z.output<T>>;

/** A layer made by hand: types 0 to 3 by their form, 4 and 5 by their source. Numbers, lists and objects may come as form text. */
export const NewLayer = z.strictObject({
  label: z.string().trim().min(1).max(200),
  type: int(0, 5),
  form: json(z.array(Field).max(500)).optional(),
  source: json(ServiceSource).optional(),
  icon: Picture.optional(),
  marker: Picture.optional(),
  logo: Picture.optional(),
  group_layer: z.preprocess(
    (v) => (v === undefined || Array.isArray(v) ? v : [v]),
    z.array(int(1)).optional(),
  ) as unknown as z.ZodType<number[] | undefined>,
  supervised: flag().optional(),
});
