// Which projects a person sees: those that they made or take part in, or all of the organisation.
import { sql } from 'kysely';
import type { Caller } from './caller';

/** The module of those who manage all projects. */
const PROJECTS = 17;

/** Manages all projects of the organisation. */
export const managesProjects = (caller: Caller): boolean => caller.superuser || caller.modules.includes(PROJECTS);

/** Whether the caller is in a project `p`, as member or supervisor where that is said. */
export const takesPart = (caller: Caller, supervises?: boolean) => sql`exists (
  select 1 from project_person m where m.project_id = p.id and m.account_id = ${caller.id}::int
    ${supervises === undefined ? sql`` : sql`and m.supervises = ${sql.lit(supervises)}`})`;

/** Projects `p` in which the caller works: not those that they see as who manages all of them. */
export const ownProjects = (caller: Caller) =>
  sql`p.customer_id = ${caller.customer}::int and (p.creator_id = ${caller.id}::int or ${takesPart(caller)})`;

/** Projects of the own customer that the caller made or takes part in; all for whoever manages them. */
export const visibleProjects = (caller: Caller) =>
  managesProjects(caller) ? sql`p.customer_id = ${caller.customer}::int` : ownProjects(caller);
