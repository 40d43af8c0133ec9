// Layers are found by their folded label, and people by all that they are searched by, through an index.
import { type Kysely, sql } from 'kysely';

// A column that a trigger fills, and no index over record_fold: a backup is restored without the path on which that finds its collation.
export const first = (db: Kysely<unknown>) =>
  sql`alter table layer add column if not exists label_search text not null default ''`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update layer set label_search = record_fold(label)`.execute(db);
  await sql`
    create function fold_layer_label() returns trigger language plpgsql as '
      begin
        new.label_search = record_fold(new.label);
        return new;
      end'`.execute(db);
  await sql`create trigger layer_label_search before insert or update of label on layer for each row execute function fold_layer_label()`.execute(
    db,
  );
  await sql`create index layer_label_search on layer using gin (label_search gin_trgm_ops)`.execute(db);
  await sql`create index account_search on account using gin (search gin_trgm_ops)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index account_search`.execute(db);
  await sql`drop trigger layer_label_search on layer`.execute(db);
  await sql`drop function fold_layer_label`.execute(db);
  await sql`alter table layer drop column label_search`.execute(db);
}
