// Where people did what they did: the set of regions that each act met, and counts by day for each set, so that a report by region reads no log.
import { type Kysely, sql } from 'kysely';

const FUNCTIONS = ['place_of(int, geometry)', 'regions_at(int, geometry)', 'log_shape(jsonb, jsonb, int, bigint)'];

// Null: not looked up yet, as all of what was there before.
export const first = (db: Kysely<unknown>) =>
  sql`alter table record_log add column if not exists place_id int`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  // A set of regions that something met. None is written as 0 and has no row.
  await sql`
    create table place (id serial primary key, customer_id int not null references customer on delete cascade, regions int[] not null,
      unique (customer_id, regions))`.execute(db);
  await sql`
    create table activity_place (customer_id int not null references customer on delete cascade, day date not null, layer_id int not null, account_id int,
      action text not null, place_id int not null, n bigint not null)`.execute(db);
  await sql`create index on activity_place (customer_id, place_id, day) include (layer_id, account_id, action, n)`.execute(
    db,
  );
  await sql`create index record_log_unplaced on record_log (layer_id, at) where place_id is null`.execute(db);
  // Shapes of records as they came in by a job, and the place of each: a region that changes later is counted anew.
  await sql`
    create table arrival (id bigserial primary key, customer_id int not null references customer on delete cascade, layer_id int not null references layer on delete cascade,
      account_id int, day date not null, shapes geometry[] not null, places int[])`.execute(db);
  await sql`create index on arrival (customer_id, id)`.execute(db);
  await sql`create index on arrival (layer_id)`.execute(db);
  await sql`create index arrival_unplaced on arrival (customer_id) where places is null`.execute(db);
  // Whether the shapes of a job's records were noted; those of jobs from before are not known.
  await sql`alter table job add column placed boolean not null default false`.execute(db);
  // Customers whose regions changed: how far their log and their imports were counted anew. 'since' is the first transaction that saw the change.
  await sql`
    create table activity_recount (customer_id int primary key references customer on delete cascade, log_after bigint not null default 0,
      import_after bigint not null default 0, since bigint)`.execute(db);
  await sql`
    create function regions_at(tenant int, shape geometry) returns int[] language sql stable as '
      select array(select distinct p.region_id from region_part p
        where p.geom && shape and st_intersects(p.geom, shape)
          and exists (select 1 from region r where r.id = p.region_id and r.customer_id = tenant) order by 1)'`.execute(
    db,
  );
  await sql`
    create function place_of(tenant int, shape geometry) returns int language plpgsql volatile as '
      declare
        met int[];
        found_id int;
      begin
        if shape is null then return 0; end if;
        met := regions_at(tenant, shape);
        if cardinality(met) = 0 then return 0; end if;
        select id into found_id from place where customer_id = tenant and regions = met;
        if found_id is not null then return found_id; end if;
        insert into place (customer_id, regions) values (tenant, met) on conflict do nothing returning id into found_id;
        if found_id is null then select id into found_id from place where customer_id = tenant and regions = met; end if;
        return found_id;
      end'`.execute(db);
  // Where a record was after a step, or before it where it was removed; of steps that say nothing of it, where it is.
  await sql`
    create function log_shape(after_step jsonb, before_step jsonb, layer int, id_of bigint) returns geometry language plpgsql stable as '
      declare
        said jsonb := coalesce(nullif(after_step->''geometry'', ''null''), nullif(before_step->''geometry'', ''null''));
      begin
        if said is null then return (select n.geom from record n where n.layer_id = layer and n.id = id_of); end if;
        return st_setsrid(st_geomfromgeojson(said::text), 4326);
      exception when data_exception or internal_error then
        return null;
      end'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of FUNCTIONS) await sql`drop function ${sql.raw(name)}`.execute(db);
  await sql`drop table activity_recount`.execute(db);
  await sql`alter table job drop column placed`.execute(db);
  await sql`drop table arrival`.execute(db);
  await sql`alter table record_log drop column place_id`.execute(db);
  await sql`drop table activity_place`.execute(db);
  await sql`drop table place`.execute(db);
}
