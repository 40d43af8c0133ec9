// What has changed, for those who listen: written by whatever changes it, in the same transaction, and forgotten after some minutes.
import { type Kysely, sql } from 'kysely';

/** Tables whose rows say what a person may do, and the people whom a changed row `c` is about. */
const RIGHTS = [
  ['account_role', 'insert', 'select c.account_id from changed c'],
  ['account_role', 'delete', 'select c.account_id from changed c'],
  ['account_region', 'insert', 'select c.account_id from changed c'],
  ['account_region', 'delete', 'select c.account_id from changed c'],
  ['layer_permission', 'insert', 'select r.account_id from changed c join account_role r on r.role_id = c.role_id'],
  ['layer_permission', 'update', 'select r.account_id from changed c join account_role r on r.role_id = c.role_id'],
  ['layer_permission', 'delete', 'select r.account_id from changed c join account_role r on r.role_id = c.role_id'],
  ['role', 'update', 'select r.account_id from changed c join account_role r on r.role_id = c.id'],
  ['region', 'update', 'select r.account_id from changed c join account_region r on r.region_id = c.id'],
] as const;

/** Tables of letters, and the people who have them. */
const LETTERS = [
  ['message', 'insert', 'message', 'select unnest(array[c.sender_id, c.receiver_id]) from changed c'],
  ['message', 'update', 'message', 'select unnest(array[c.sender_id, c.receiver_id]) from changed c'],
  ['message', 'delete', 'message', 'select unnest(array[c.sender_id, c.receiver_id]) from changed c'],
  ['notice_recipient', 'insert', 'notice', 'select c.account_id from changed c'],
  ['notice_recipient', 'update', 'notice', 'select c.account_id from changed c'],
  ['notice_recipient', 'delete', 'notice', 'select c.account_id from changed c'],
] as const;

const all = [...RIGHTS.map(([table, act, people]) => [table, act, 'rights', people] as const), ...LETTERS];
const nameOf = (table: string, act: string) => `${table}_event_${act}`;

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  // "tx" is the writer: a reader who knows which writers it has seen misses none, in whatever order they end.
  await run(`
    create table event (id bigint generated always as identity primary key, tx xid8 not null default pg_current_xact_id(),
      at timestamptz not null default clock_timestamp(), kind text not null check (kind in ('layer', 'job', 'message', 'notice', 'rights')),
      layer_id int, rev int, boxes jsonb, job_id text, accounts int[])`);
  await run('create index event_tx on event (tx)');
  // Whoever advances a revision may say in "touched" what it touches. The column is a word to the trigger and never kept.
  await run('alter table layer add column touched jsonb');
  await run(`
    create function layer_event() returns trigger language plpgsql as $$ begin
      if new.rev is distinct from old.rev then
        insert into event (kind, layer_id, rev, boxes) values ('layer', new.id, new.rev, new.touched);
      end if;
      if new.owner_id is distinct from old.owner_id or new.config->>'supervised' is distinct from old.config->>'supervised' then
        insert into event (kind, accounts) select 'rights', array_agg(distinct a.account_id) from (
          select r.account_id from layer_permission p join account_role r on r.role_id = p.role_id where p.layer_id = new.id
          union select unnest(array[old.owner_id, new.owner_id])) a where a.account_id is not null;
      end if;
      new.touched := null;
      return new;
    end $$`);
  await run('create trigger layer_event before update on layer for each row execute function layer_event()');
  await run(`
    create function job_event() returns trigger language plpgsql as $$ begin
      insert into event (kind, job_id, accounts) values ('job', new.id, array[new.account_id]);
      return null;
    end $$`);
  await run('create trigger job_event_insert after insert on job for each row execute function job_event()');
  await run(`
    create trigger job_event_update after update on job for each row
      when ((old.state, old.stage, old.share, old.read, old.total, old.undone_at) is distinct from (new.state, new.stage, new.share, new.read, new.total, new.undone_at))
      execute function job_event()`);
  await run(`
    create function account_event() returns trigger language plpgsql as $$ begin
      insert into event (kind, accounts) values ('rights', array[new.id]);
      return null;
    end $$`);
  await run(`
    create trigger account_event after update on account for each row
      when ((old.is_superuser, old.locked, old.deleted_at, old.workdays, old.must_change) is distinct from (new.is_superuser, new.locked, new.deleted_at, new.workdays, new.must_change))
      execute function account_event()`);
  for (const [table, act, kind, people] of all) {
    const name = nameOf(table, act);
    await run(`
      create function ${name}() returns trigger language plpgsql as $$ begin
        insert into event (kind, accounts) select '${kind}', array_agg(distinct a.id) from (${people}) as a (id) having count(*) > 0;
        return null;
      end $$`);
    await run(`
      create trigger ${name} after ${act} on ${table} referencing ${act === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function ${name}()`);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const [table, act] of all) {
    await run(`drop trigger ${nameOf(table, act)} on ${table}`);
    await run(`drop function ${nameOf(table, act)}()`);
  }
  await run('drop trigger account_event on account');
  await run('drop trigger job_event_update on job');
  await run('drop trigger job_event_insert on job');
  await run('drop trigger layer_event on layer');
  for (const name of ['account_event', 'job_event', 'layer_event']) await run(`drop function ${name}()`);
  await run('alter table layer drop column touched');
  await run('drop table event');
}
