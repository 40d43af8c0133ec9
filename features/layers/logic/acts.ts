// What a person may do with a layer: the same rule as the server's, so that nothing is offered that would be refused.
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { allows, type Who } from '@/lib/routes/rules';

export interface Allowed {
  /** It has records to look at. */
  records: boolean;
  map: boolean;
  export: boolean;
  rename: boolean;
  /** Its form can be changed. */
  form: boolean;
  /** The service that draws it can be changed. */
  source: boolean;
  /** How its raster is drawn can be changed. */
  raster: boolean;
  style: boolean;
  /** Who may do what there. */
  access: boolean;
  copy: boolean;
  /** It came of a database table and can be read again. */
  sync: boolean;
  remove: boolean;
}

const CREATE_MODULE = 1;
const EDIT_MODULE = 2;
const REMOVE_MODULE = 4;

/** Rights on the layer and the modules of the person, both. */
export const allowedOn = (
  { type, rights, config }: Pick<Layer, 'type' | 'rights' | 'config'>,
  who: Who | null,
): Allowed => {
  const hasRecords = type < LAYER_TYPES.wms;
  const mayEdit = rights.manage && allows(who, { module: EDIT_MODULE });
  return {
    records: hasRecords && rights.view,
    map: type !== LAYER_TYPES.table && rights.view,
    export: hasRecords && rights.export,
    rename: mayEdit,
    form: mayEdit && hasRecords,
    source: mayEdit && (type === LAYER_TYPES.wms || type === LAYER_TYPES.wmts),
    raster: mayEdit && type === LAYER_TYPES.raster,
    style: mayEdit && hasRecords && type !== LAYER_TYPES.table,
    access: rights.manage,
    copy: hasRecords && rights.view && rights.export && allows(who, { module: CREATE_MODULE }),
    sync:
      config.source.kind === 'database' &&
      rights.manage &&
      rights.add &&
      rights.edit &&
      rights.delete &&
      allows(who, { module: CREATE_MODULE }),
    remove: rights.manage && allows(who, { module: REMOVE_MODULE }),
  };
};
