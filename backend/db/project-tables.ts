// The tables of projects and of the work inside them.
import type { ColumnType, Generated } from 'kysely';
import type { Json, When } from './tables';

export interface ProjectTables {
  project: {
    id: Generated<number>;
    customer_id: number;
    name: string;
    description: string;
    region_id: number | null;
    /** A day, as text. */
    due_date: ColumnType<string | null, string | null, string | null>;
    state: number;
    /** Who gave the first of two approvals. */
    first_id: number | null;
    /** Everybody who ever was a member. */
    worked: Generated<number[]>;
    approvals: Generated<number>;
    /** Who submitted it last. */
    submitted_id: number | null;
    submitted: Date | null;
    /** The day on which its people were last reminded of the due day. */
    reminded: ColumnType<string | null, string | null, string | null>;
    creator_id: number | null;
    created: When;
    modified: When;
    version: Generated<number>;
  };
  project_task: {
    id: Generated<number>;
    project_id: number;
    label: string;
    geom: unknown;
    state: Generated<string>;
    account_id: number | null;
    /** Until when whoever took it has it for themselves. */
    until: Date | null;
    done: Date | null;
    checked_id: number | null;
    reason: string | null;
  };
  project_comment: {
    id: Generated<number>;
    project_id: number;
    account_id: number | null;
    at: When;
    text: string;
    task_id: number | null;
  };
  project_template: {
    id: Generated<number>;
    customer_id: number;
    account_id: number | null;
    name: string;
    shared: boolean;
    data: Json<import('../../contract/schemas/projects/project-work').TemplateData>;
    created: When;
  };
  project_layer: { project_id: number; layer_id: number };
  project_person: { project_id: number; account_id: number; supervises: boolean };
  project_log: {
    id: Generated<number>;
    project_id: number;
    account_id: number | null;
    at: When;
    from_state: number | null;
    to_state: number;
    reason: string | null;
  };
}
