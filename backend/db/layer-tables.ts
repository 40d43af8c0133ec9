// Tables of layers, their groups, roles, and what these may do with layers.
import type { ColumnType, Generated } from 'kysely';
import type { LayerConfig } from '../../contract/schemas/layer';
import type { Json, When } from './tables';

export interface LayerTables {
  layer_group: {
    id: Generated<number>;
    customer_id: number;
    label: string;
    logo: string | null;
    description: Generated<string | null>;
    /** The group that it stands in. */
    parent_id: Generated<number | null>;
    /** Its place among the groups beside it. */
    position: Generated<number>;
  };
  layer: {
    id: Generated<number>;
    customer_id: number;
    owner_id: number | null;
    label: string;
    type: number;
    config: Json<LayerConfig>;
    icon: string | null;
    marker: string | null;
    logo: string | null;
    extent: number[] | null;
    record_count: Generated<number>;
    rev: Generated<number>;
    created: When;
    /** When and by whom the layer itself was changed last. */
    modified: ColumnType<Date | null, never, Date>;
    modifier_id: ColumnType<number | null, never, number>;
    supervised: ColumnType<boolean, never, never>;
    /** What its records take on disk, as it was measured last; null before that. */
    bytes: ColumnType<number | null, never, number>;
    label_search: ColumnType<string, never, never>;
    /** What an advance of the revision touches: a word to the trigger that tells of it, and always null afterwards. */
    touched: ColumnType<null, never, never>;
    /** A layer in the trash: hidden from everything but the trash. */
    deleted_at: ColumnType<Date | null, never, Date | null>;
    deleted_by: ColumnType<number | null, never, number | null>;
  };
  layer_group_layer: { group_id: number; layer_id: number; position: number };
  role: {
    id: Generated<number>;
    customer_id: number;
    name: string;
    modules: number[];
    custom_perms: string[];
    interface: ColumnType<Record<string, unknown>, string | undefined, string>;
    /** Names of rights that the role gets on each new layer. */
    default_rights: Generated<string[]>;
  };
  layer_permission: {
    role_id: number;
    layer_id: number;
    view: boolean;
    add: boolean;
    edit: boolean;
    delete: boolean;
    export: boolean;
    approve: boolean;
    manage: Generated<boolean>;
  };
}
