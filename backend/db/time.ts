// Days of the civil calendar in Tehran as instants.
import { sql } from 'kysely';
import { ZONE } from '../../contract/dates';

/** The first instant of a day in Tehran, and of the day after it. */
export const dayStart = (day: string) => sql`(${day}::timestamp at time zone ${sql.lit(ZONE)})`;
export const dayEnd = (day: string) => sql`((${day}::date + 1)::timestamp at time zone ${sql.lit(ZONE)})`;
