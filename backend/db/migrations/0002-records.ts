// Records: waiting edits, verdicts, files, and the folding of text where the database compares it.
import { type Kysely, sql } from 'kysely';

/** contract/fold.ts in SQL, in the same steps. What a step would leave alone it does not touch: `translate` looks up every letter. */
const chars = (codes: readonly number[]) => String.fromCodePoint(...codes);
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const LETTERS: [number, number][] = [
  [0x64a, 0x6cc],
  [0x649, 0x6cc],
  [0x626, 0x6cc],
  [0x643, 0x6a9],
  [0x629, 0x647],
  [0x6c0, 0x647],
  [0x623, 0x627],
  [0x625, 0x627],
  [0x622, 0x627],
  [0x671, 0x627],
  [0x624, 0x648],
];
const DIGITS = span(0, 9).flatMap((d): [number, number][] => [
  [0x6f0 + d, 0x30 + d],
  [0x660 + d, 0x30 + d],
]);
const SPACES = chars([0x20, 9, 10, 11, 12, 13, 0xa0, 0x1680, ...span(0x2000, 0x200a), 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]); // biome-ignore format: one list
const GONE = chars([...span(0x64b, 0x65f), 0x670, 0x640, ...span(0x200c, 0x200f), ...span(0x202a, 0x202e), ...span(0x2066, 0x2069), 0xfeff]); // biome-ignore format: one list

/** A statement that translates pairs of code points where one of the first stands in `t`. */
const translated = (pairs: readonly [number, number][]) => {
  const from = chars(pairs.map(([a]) => a));
  return `if t ~ '[${from}]' then t := translate(t, '${from}', '${chars(pairs.map(([, b]) => b))}'); end if;`;
};
const FOLD = `
  begin
    if t is not nfkc normalized then t := normalize(t, nfkc); end if;
    t := lower(t collate record_fold);
    ${translated(LETTERS)}
    t := regexp_replace(t, '[${GONE}]+', '', 'g');
    if t is not nfkc normalized then t := normalize(t, nfkc); end if;
    ${translated(DIGITS)}
    return btrim(regexp_replace(t, '[${SPACES}]{2,}|[${SPACES.slice(1)}]', ' ', 'g'), ' ');
  end`;

// authors: whose work waits (nobody of them may approve it); first_id: who gave the first of two approvals.
export const first = (db: Kysely<unknown>) =>
  sql`alter table record add column if not exists authors jsonb, add column if not exists first_id int, add column if not exists verdict jsonb`.execute(
    db,
  );

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create collation record_fold (provider = icu, locale = 'und')`.execute(db);
  await sql`
    create function record_fold(t text) returns text language plpgsql immutable strict parallel safe cost 1000 as ${sql.lit(FOLD)}`.execute(
    db,
  );
  await sql`create index record_waiting on record (layer_id) where status in (1, 2) or unconfirmed is not null`.execute(
    db,
  );
  await sql`create index record_deleted on record (deleted_at) where deleted_at is not null`.execute(db);
  await sql`alter table record_log add column reason text`.execute(db);
  await sql`
    create table record_file (
      id serial primary key, customer_id int not null references customer on delete cascade, layer_id int not null references layer on delete cascade,
      record_id bigint not null, account_id int, label text not null, name text not null, type text not null, size bigint not null, key text not null,
      created timestamptz not null default now())`.execute(db);
  await sql`create index record_file_record on record_file (record_id)`.execute(db);
  await sql`create index record_file_layer on record_file (layer_id)`.execute(db);
  // The bytes that a customer keeps: right also where files go because their layer does.
  await sql`alter table customer add column files_bytes bigint not null default 0`.execute(db);
  await sql`
    create function record_file_counted() returns trigger language plpgsql as
      'begin
        if tg_op = ''INSERT'' then update customer set files_bytes = files_bytes + new.size where id = new.customer_id;
        else update customer set files_bytes = files_bytes - old.size where id = old.customer_id; end if;
        return null;
      end'`.execute(db);
  await sql`create trigger record_file_counted after insert or delete on record_file for each row execute function record_file_counted()`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table record_file`.execute(db);
  await sql`drop function record_file_counted`.execute(db);
  await sql`alter table customer drop column files_bytes`.execute(db);
  await sql`alter table record_log drop column reason`.execute(db);
  await sql`drop index record_waiting, record_deleted`.execute(db);
  await sql`alter table record drop column authors, drop column first_id, drop column verdict`.execute(db);
  await sql`drop function record_fold`.execute(db);
  await sql`drop collation record_fold`.execute(db);
}
