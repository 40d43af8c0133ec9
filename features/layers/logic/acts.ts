// What a person may do with a layer: the server's own table, so that nothing is offered that would be refused, and what is refused says why.

import type { Layer, Rights } from '@/contract/schemas/layer';
import { LAYER_ACTS, type LayerAct, layerActRule, missingRight } from '@/contract/schemas/layers/acts';
import { allows, type Who } from '@/lib/routes/rules';

type LayerFacts = Pick<Layer, 'type' | 'rights' | 'config'>;

/** `hidden`: the role or the kind of layer has no such act; a right: this layer does not give it. Null: it may be done. */
export type ActProblem = 'hidden' | keyof Rights | null;

export function actProblem(act: LayerAct, { type, rights, config }: LayerFacts, who: Who | null): ActProblem {
  const { module, types } = layerActRule(act);
  if (types && !types.includes(type)) return 'hidden';
  if (module !== undefined && !allows(who, { module })) return 'hidden';
  // Only what came of a table can be read again.
  if (act === 'sync' && config.source.kind !== 'database') return 'hidden';
  const right = missingRight(act, rights);
  // What takes no module is a matter of the layer alone: it would stand there, shut, for everybody.
  return right !== null && module === undefined ? 'hidden' : right;
}

export type Allowed = Record<LayerAct, boolean>;

/** Rights on the layer and the modules of the person, both. */
export const allowedOn = (layer: LayerFacts, who: Who | null): Allowed =>
  Object.fromEntries(
    Object.keys(LAYER_ACTS).map((act) => [act, actProblem(act as LayerAct, layer, who) === null]),
  ) as Allowed;
