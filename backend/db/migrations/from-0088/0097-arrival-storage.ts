// Shapes of imports hardly shrink by being packed, and packing them took longer than all else of an import's commit.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table arrival alter column shapes set storage external`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table arrival alter column shapes set storage extended`.execute(db);
}
