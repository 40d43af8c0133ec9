// SQL of drawings. Every statement names the account: nobody meets another's rows.
import { sql } from 'kysely';
import type { Drawing } from '../../../contract/schemas/drawing';
import type { Db } from '../../db/engine';

/** 9 decimals of a degree are 0.1 mm; heights come along. */
const columns = sql`drawing.id, drawing.type, drawing.label, st_asgeojson(drawing.geom, 9)::jsonb as geometry, drawing.style, drawing.radius,
  (extract(epoch from drawing.modified) * 1000000)::float8 as version`;
/** Two changes within one tick of the clock are two versions all the same. */
const changed = sql`greatest(clock_timestamp(), drawing.modified + interval '1 microsecond')`;

/** Newest last, so that it is drawn on top. */
export async function list(db: Db, account: number): Promise<Drawing[]> {
  const { rows } =
    await sql<Drawing>`select ${columns} from drawing where account_id = ${account}::int order by id`.execute(db);
  return rows;
}

export async function count(db: Db, account: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from drawing where account_id = ${account}::int`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function one(db: Db, account: number, id: number, lock = false): Promise<Drawing | undefined> {
  const { rows } = await sql<Drawing>`
    select ${columns} from drawing where id = ${id}::int and account_id = ${account}::int ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Writes drawings in the order given. Inside a transaction. */
export async function insert(
  db: Db,
  account: number,
  list: readonly Omit<Drawing, 'id' | 'version'>[],
): Promise<Drawing[]> {
  const { rows } = await sql<Drawing>`
    insert into drawing (account_id, type, label, style, geom, radius)
      select ${account}::int, o.type, o.label, o.style::jsonb, st_setsrid(st_geomfromgeojson(o.geom), 4326), o.radius
        from unnest(${list.map((d) => d.type)}::text[], ${list.map((d) => d.label)}::text[], ${list.map((d) => JSON.stringify(d.style))}::text[],
          ${list.map((d) => JSON.stringify(d.geometry))}::text[], ${list.map((d) => d.radius)}::float8[])
          with ordinality as o(type, label, style, geom, radius, place) order by o.place
      returning ${columns}`.execute(db);
  if (rows.length !== list.length) throw new Error('a drawing was not written');
  return rows.sort((a, b) => a.id - b.id);
}

export async function update(
  db: Db,
  account: number,
  id: number,
  set: Omit<Drawing, 'id' | 'version'>,
): Promise<Drawing | undefined> {
  const { rows } = await sql<Drawing>`
    update drawing set type = ${set.type}, label = ${set.label}, style = ${JSON.stringify(set.style)}::jsonb, modified = ${changed}, radius = ${set.radius}::float8,
      geom = st_setsrid(st_geomfromgeojson(${JSON.stringify(set.geometry)}::text), 4326)
      where id = ${id}::int and account_id = ${account}::int returning ${columns}`.execute(db);
  return rows[0];
}

/** Drawings of the account by id, held until the transaction ends. */
export async function some(db: Db, account: number, ids: readonly number[]): Promise<Drawing[]> {
  const { rows } = await sql<Drawing>`
    select ${columns} from drawing where account_id = ${account}::int and id = any(${[...ids]}::int[]) for update`.execute(
    db,
  );
  return rows;
}

/** Writes many at once, in the order given. */
export async function updateMany(db: Db, account: number, list: readonly Drawing[]): Promise<Drawing[]> {
  const { rows } = await sql<Drawing>`
    update drawing set type = o.type, label = o.label, style = o.style::jsonb, modified = ${changed}, radius = o.radius,
        geom = st_setsrid(st_geomfromgeojson(o.geom), 4326)
      from unnest(${list.map((d) => d.id)}::int[], ${list.map((d) => d.type)}::text[], ${list.map((d) => d.label)}::text[],
        ${list.map((d) => JSON.stringify(d.style))}::text[], ${list.map((d) => JSON.stringify(d.geometry))}::text[],
        ${list.map((d) => d.radius)}::float8[]) as o(id, type, label, style, geom, radius)
      where drawing.id = o.id and drawing.account_id = ${account}::int
      returning ${columns}`.execute(db);
  if (rows.length !== list.length) throw new Error('a drawing was not written');
  const byId = new Map(rows.map((row) => [row.id, row]));
  return list.map(({ id }) => byId.get(id) as Drawing);
}

/** Removes drawings of the account; null for all of them. Answers how many there were. */
export async function remove(db: Db, account: number, ids: readonly number[] | null): Promise<number> {
  const { rows } = await sql`
    delete from drawing where account_id = ${account}::int ${ids ? sql`and id = any(${[...ids]}::int[])` : sql``} returning id`.execute(
    db,
  );
  return rows.length;
}
