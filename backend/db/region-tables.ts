// The tables of regions and of who is bound to them.
import type { Generated } from 'kysely';
import type { Geom } from './tables';

export interface RegionTables {
  region: {
    id: Generated<number>;
    customer_id: number;
    label: string;
    geom: Geom;
    rev: Generated<number>;
    area: Generated<number>;
    parent_id: number | null;
    code: string | null;
    /** The folded code, unique among the customer's regions. */
    code_key: string | null;
    /** #rrggbb. */
    colour: string | null;
    note: Generated<string>;
  };
  region_part: { region_id: number; geom: Geom };
  account_region: { account_id: number; region_id: number };
}
