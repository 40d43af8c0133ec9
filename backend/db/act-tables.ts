// The tables of acts on many records, and of what leaves by exports.
import type { ColumnType } from 'kysely';
import type { Json, When } from './tables';

export interface ActTables {
  act_step: {
    job_id: string;
    layer_id: number;
    record_id: number;
    version: number | null;
    before: ColumnType<unknown, string | null, string | null>;
    geom: ColumnType<string, string | null, string | null> | null;
    problem: string | null;
  };
  export_token: {
    hash: string;
    session_id: string;
    layer_id: number;
    order: Json<import('../../contract/schemas/export').ExportOrder>;
    until: When;
  };
  export_file: {
    job_id: string;
    key: string;
    name: string;
    type: string;
    size: number;
    until: Date;
  };
}
