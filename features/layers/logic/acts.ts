// What a person may do with a layer: the same rule as the server's, so that nothing is offered that would be refused.
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { allows, type Who } from '@/lib/routes/rules';

export interface Acts {
  /** It has records to look at. */
  records: boolean;
  map: boolean;
  rename: boolean;
  /** Who may do what there. */
  access: boolean;
  remove: boolean;
}

const EDIT_MODULE = 2;
const REMOVE_MODULE = 4;

/** Rights on the layer and the modules of the person, both. */
export const actsOn = ({ type, rights }: Pick<Layer, 'type' | 'rights'>, who: Who | null): Acts => ({
  records: type < LAYER_TYPES.wms && rights.view,
  map: type !== LAYER_TYPES.table && rights.view,
  rename: rights.manage && allows(who, { module: EDIT_MODULE }),
  access: rights.manage,
  remove: rights.manage && allows(who, { module: REMOVE_MODULE }),
});
