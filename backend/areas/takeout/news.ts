// What an organisation tells its people: announcements and its own tutorials, with the pictures and videos of them.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/engine';
import type { World } from '../../http/context';
import type { People } from './store';

const NEWS = {
  announcements: {
    table: 'announcement',
    columns: ['title', 'text', 'at', 'pinned', 'until', 'edited_at', 'audience'],
    file: 'image',
  },
  tutorials: {
    table: 'tutorial',
    columns: [
      'title',
      'text',
      'link',
      'at',
      'edited_at',
      'audience',
      'position',
      'video_name',
      'video_type',
      'video_size',
    ],
    file: 'video_key',
  },
} as const;
type Kind = keyof typeof NEWS;
export const NEWS_KINDS = Object.keys(NEWS) as Kind[];

/** The lines of a kind in a bundle, and the file that one of them has. */
export const newsPart = (kind: Kind): string => `${kind}.ndjson`;
const filePart = (kind: Kind, id: number): string => `${kind}/${id}`;

/** One of them as a line, with the names of the roles that it is for. */
export interface NewsOut {
  line: string;
  /** What its file is called in the bundle, and the key of its bytes. */
  file: { part: string; key: string } | null;
}

/** All of a kind that a customer has. */
export async function news(db: Db, customer: number, kind: Kind): Promise<NewsOut[]> {
  const { table, file } = NEWS[kind];
  const { rows } = await sql<{ id: number; line: string; key: string | null }>`
    select n.id, ${sql.ref(`n.${file}`)} as key, (to_jsonb(n) || jsonb_build_object('roles', coalesce((
          select jsonb_agg(o.name order by o.name) from ${sql.table(`${table}_role`)} r join role o on o.id = r.role_id
            where ${sql.ref(`r.${table}_id`)} = n.id), '[]')))::text as line
      from ${sql.table(table)} n where n.customer_id = ${customer}::int order by n.id`.execute(db);
  return rows.map(({ id, line, key }) => ({ line, file: key === null ? null : { part: filePart(kind, id), key } }));
}

interface Target {
  world: Pick<World, 'storage'>;
  customer: number;
  part(path: string): Promise<Readable>;
  /** What was put into the store. */
  keys: string[];
  people: People;
}

/** Puts one of them back: its writer is found by name, as the roles are that it is for. Without them it stays for those who write. */
export async function restoreNews(
  db: Db,
  kind: Kind,
  line: string,
  { world, customer, part, keys, people }: Target,
): Promise<void> {
  const { table, columns, file } = NEWS[kind];
  const row = JSON.parse(line) as Record<string, unknown> & { id: number; creator_id: number | null; roles: string[] };
  let key: string | null = null;
  if (row[file]) {
    key = `${kind}/${customer}/${randomUUID()}`;
    await world.storage.putStream(key, await part(filePart(kind, row.id)));
    keys.push(key);
  }
  const of = (from: string): RawBuilder<unknown> => sql.join(columns.map((name) => sql.ref(`${from}.${name}`)));
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (customer_id, creator_id, ${sql.id(file)}, ${sql.join(columns.map((name) => sql.id(name)))})
      select ${customer}::int, ${people[row.creator_id ?? 0] ?? null}::int, ${key}::text, ${of('r')}
        from jsonb_populate_record(null::${sql.table(table)}, ${line}::jsonb) r returning id`.execute(db);
  await sql`
    insert into ${sql.table(`${table}_role`)} (${sql.id(`${table}_id`)}, role_id)
      select ${rows[0]?.id ?? 0}::int, o.id from role o where o.customer_id = ${customer}::int and o.name = any(${row.roles}::text[])`.execute(
    db,
  );
}
