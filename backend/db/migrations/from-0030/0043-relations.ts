// Relations: records of a layer that belong to records of another.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A field of a child is the key of one relation. `parent_field` null: the parent's id.
  await sql`
    create table layer_relation (id serial primary key, customer_id int not null references customer on delete cascade, name text not null,
      parent_layer int not null references layer on delete cascade, parent_field text,
      child_layer int not null references layer on delete cascade, child_field text not null,
      kind text not null check (kind in ('many', 'one')), on_delete text not null check (on_delete in ('block', 'clear', 'cascade')),
      required boolean not null, label text not null, back_label text not null, title text, columns jsonb not null default '[]',
      version int not null default 1, constraint layer_relation_key unique (child_layer, child_field))`.execute(db);
  await sql`create index on layer_relation (parent_layer)`.execute(db);
  await sql`create index on layer_relation (customer_id)`.execute(db);
  await sql`create trigger layer_relation_version before update on layer_relation for each row execute function raise_version()`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table layer_relation`.execute(db);
}
