// Choices of a form say what is stored and what is read: a text alone was both.
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Writes every choice of every form anew, in its place. */
const eachChoice = (written: RawBuilder<unknown>) => sql`
  update layer set config = jsonb_set(config, '{form}', (
    select jsonb_agg(case when jsonb_typeof(f.field->'choices') = 'array' then jsonb_set(f.field, '{choices}', (
        select coalesce(jsonb_agg(${written} order by c.at), '[]') from jsonb_array_elements(f.field->'choices') with ordinality as c(choice, at)))
      else f.field end order by f.at)
    from jsonb_array_elements(config->'form') with ordinality as f(field, at)))
    where jsonb_path_exists(config, '$.form[*].choices')`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await eachChoice(sql`case when jsonb_typeof(c.choice) = 'string' then jsonb_build_object('value', c.choice, 'label', c.choice) else c.choice end`).execute(db); // biome-ignore format: one statement
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await eachChoice(sql`coalesce(c.choice->'value', c.choice)`).execute(db);
}
