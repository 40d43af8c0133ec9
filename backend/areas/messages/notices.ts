// SQL of notices. Senders see their own, a superuser all of his organisation, receivers what was sent to them.
import { type RawBuilder, sql } from 'kysely';
import {
  NOTICE_CODES,
  type Notice,
  type NoticeCode,
  type ReceivedNotice,
  type Recipient,
} from '../../../contract/schemas/message';
import type { Person } from '../../../contract/schemas/session';
import { type Db, holdsWords } from '../../db/engine';
import { flags } from '../../http/allowed';
import { type Lang, say, template } from '../../http/errors';
import type { Caller } from '../../identity/caller';
import { person, selectPerson } from '../../identity/people';
import { type DigestNumber, wordNumbers } from './digest-words';

interface Filter {
  kind?: 'sent' | 'automatic' | undefined;
}

/** What the sentences of an automatic notice name. `reason` is somebody's own words and follows the sentences. */
export interface NoticeArgs {
  layer?: string;
  name?: string;
  count?: number;
  /** A cell of a project. */
  task?: string;
  reason?: string;
  /** Of a dashboard: a sentence each, behind the others. */
  numbers?: readonly DigestNumber[];
}
const NAMED = ['layer', 'name', 'count', 'task'] as const;

/** Condition on a notice `n` that the caller may look back at. What the product tells a person of their own doing nobody sent. */
export const sentBy = (caller: Caller) =>
  sql`n.customer_id = ${caller.customer}::int and n.removed_at is null and n.code is distinct from 'board_digest' and n.code is distinct from 'notice_unsent' ${caller.superuser ? sql`` : sql`and n.sender_id = ${caller.id}::int`}`;
const ofKind = ({ kind }: Filter) => (kind ? sql`and n.automatic = ${kind === 'automatic'}::boolean` : sql``);

interface NoticeText {
  id: number;
  automatic: boolean;
  code: NoticeCode | null;
  args: NoticeArgs | null;
  subject: string;
  text: string;
  link: string | null;
  person: Person | null;
  at: Date;
}
interface NoticeRow extends NoticeText {
  recipients: number;
  read: number;
}
const common = sql`n.id, n.automatic, n.code, n.args, n.subject, n.text, n.link, n.at, ${selectPerson('n.sender_id')} as person`;
const columns = sql`${common}, (select count(*)::int from notice_recipient r where r.notice_id = n.id) as recipients,
  (select count(*)::int from notice_recipient r where r.notice_id = n.id and r.read_at is not null) as read`;

/** A notice in the language of whoever reads it. */
function wordNotice<T extends NoticeText>(lang: Lang, { automatic, args, person: sender, at, ...n }: T) {
  const { reason, numbers, ...named } = args ?? {};
  const own = n.code && {
    subject: say(lang, `notice_${n.code}_subject`, named),
    text: [say(lang, `notice_${n.code}_text`, named), numbers && wordNumbers(lang, numbers), reason]
      .filter(Boolean)
      .join('\n'),
  };
  return {
    ...n,
    ...own,
    kind: automatic ? ('automatic' as const) : ('sent' as const),
    sender,
    date: at.toISOString(),
  };
}

/** Whoever finds a notice among the sent ones may take it out. */
const toSentNotice = (lang: Lang, row: NoticeRow): Notice => ({
  ...wordNotice(lang, row),
  ...flags(lang, { delete: null }),
});

/** A sentence with what a notice names, as SQL. */
const fillTemplate = (sentence: string) =>
  NAMED.reduce<RawBuilder<unknown>>(
    (text, name) => sql`replace(${text}, ${`{${name}}`}::text, coalesce(n.args->>${name}::text, ''))`,
    sql`${sentence}::text`,
  );

/** All words of a notice in a language, as SQL: what a reader of it may search for. */
function searchable(lang: Lang): RawBuilder<unknown> {
  const filled = (code: NoticeCode) =>
    fillTemplate(`${template(lang, `notice_${code}_subject`)} ${template(lang, `notice_${code}_text`)}`);
  const cases = NOTICE_CODES.map((code) => sql`when ${sql.lit(code)} then ${filled(code)}`);
  return sql`(n.subject || ' ' || n.text || case n.code ${sql.join(cases, sql` `)} else '' end || ' ' || coalesce(n.args->>'reason', ''))`;
}

interface Content {
  subject: string;
  text: string;
  automatic: boolean;
  code: NoticeCode | null;
  args: NoticeArgs | null;
  link: string | null;
}

async function insert(db: Db, sender: Pick<Caller, 'id' | 'customer'>, n: Content & Addressed): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into notice (customer_id, sender_id, subject, text, automatic, code, args, link, at)
      values (${sender.customer}::int, ${sender.id}::int, ${n.subject}::text, ${n.text}::text, ${n.automatic}::boolean, ${n.code}::text,
        ${n.args && JSON.stringify(n.args)}::jsonb, ${n.link}::text, ${n.at}::timestamptz) returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the notice was not written');
  await sql`insert into notice_recipient (notice_id, account_id) select ${id}::int, unnest(${[...n.recipients]}::int[])`.execute(
    db,
  );
  return id;
}

/** Receivers must be of the customer. */
interface Addressed {
  recipients: readonly number[];
  at: Date;
}

/** Writes what somebody tells others, with one insert for the notice and one for its receivers. Inside a transaction. */
export const send = (
  db: Db,
  sender: Pick<Caller, 'id' | 'customer'>,
  n: Addressed & { subject: string; text: string; link?: string | null | undefined },
): Promise<number> => insert(db, sender, { ...n, automatic: false, code: null, args: null, link: n.link ?? null });

/**
 * Writes what the product tells people because of what `by` did; each of them reads it in the own language. `link` is a path of
 * the screen that it is about. Inside a transaction.
 */
export const sendNotice = (
  db: Db,
  by: Pick<Caller, 'id' | 'customer'>,
  n: Addressed & { code: NoticeCode; args: NoticeArgs; link: string },
): Promise<number> => insert(db, by, { ...n, automatic: true, subject: '', text: '' });

/** The subject of a notice in a language, as SQL. */
export function subjectIn(lang: Lang): RawBuilder<unknown> {
  const cases = NOTICE_CODES.map(
    (code) => sql`when ${sql.lit(code)} then ${fillTemplate(template(lang, `notice_${code}_subject`))}`,
  );
  return sql`(case n.code ${sql.join(cases, sql` `)} else n.subject end)`;
}

/** Condition on a notice `n` that the caller finds among the sent ones. */
export const matchesSent = (
  caller: Caller,
  lang: Lang,
  q: Filter & { search?: string | undefined },
): RawBuilder<unknown> =>
  sql`${sentBy(caller)} ${ofKind(q)} ${q.search ? sql`and ${holdsWords(searchable(lang), q.search)}` : sql``}`;

export async function list(
  db: Db,
  lang: Lang,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<Notice[]> {
  const { rows } = await sql<NoticeRow>`select ${columns} from notice n where ${where} ${end}`.execute(db);
  return rows.map((row) => toSentNotice(lang, row));
}

export async function one(db: Db, caller: Caller, lang: Lang, id: number): Promise<Notice | undefined> {
  const { rows } = await sql<NoticeRow>`
    select ${columns} from notice n where n.id = ${id}::int and ${sentBy(caller)}`.execute(db);
  return rows[0] && toSentNotice(lang, rows[0]);
}

/** Removes a notice, also from its receivers; an automatic one leaves the list of the sent ones alone. False: there is none for the caller. */
export async function remove(db: Db, caller: Caller, id: number, at: Date): Promise<boolean> {
  const which = sql`n.id = ${id}::int and ${sentBy(caller)}`;
  const removed = await sql`delete from notice n where ${which} and not n.automatic returning n.id`.execute(db);
  if (removed.rows.length) return true;
  const hidden = await sql`update notice n set removed_at = ${at}::timestamptz where ${which} returning n.id`.execute(
    db,
  );
  return hidden.rows.length > 0;
}

/** The receivers `r` of a notice, as people `a`; from "from" on. */
export const fromRecipients = (
  notice: number,
  { read, search }: { read?: boolean | undefined; search?: string | undefined },
): RawBuilder<unknown> => sql`from notice_recipient r join account a on a.id = r.account_id where r.notice_id = ${notice}::int
  ${read === undefined ? sql`` : sql`and (r.read_at is not null) = ${read}::boolean`}
  ${search ? sql`and ${holdsWords(sql`(a.first_name || ' ' || a.last_name || ' ' || a.username)`, search)}` : sql``}`;

/** Who received a notice. */
export async function recipients(db: Db, from: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<Recipient[]> {
  const { rows } = await sql<{ id: number; read_at: Date | null; person: Person; deleted: boolean }>`
    select r.id, r.read_at, ${person} as person, a.deleted_at is not null as deleted ${from} ${end}`.execute(db);
  return rows.map((r) => ({
    id: r.id,
    user: r.person,
    read_date: r.read_at?.toISOString() ?? null,
    deleted: r.deleted,
  }));
}

/** The notices `n` that a person received, `r`. */
export const fromReceived = (account: number, q: Filter & { unread?: boolean | undefined }): RawBuilder<unknown> =>
  sql`from notice_recipient r join notice n on n.id = r.notice_id where r.account_id = ${account}::int ${ofKind(q)}
    ${q.unread === undefined ? sql`` : sql`and (r.read_at is null) = ${q.unread}::boolean`}`;

export async function received(
  db: Db,
  lang: Lang,
  from: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<ReceivedNotice[]> {
  const { rows } = await sql<NoticeText & { read_at: Date | null }>`
    select ${common}, r.read_at ${from} ${end}`.execute(db);
  return rows.map(({ read_at, ...n }) => ({ ...wordNotice(lang, n), read_date: read_at?.toISOString() ?? null }));
}

/** The first reading counts. False: the person did not receive it. */
export async function markRead(db: Db, account: number, notice: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update notice_recipient set read_at = coalesce(read_at, ${at}::timestamptz)
      where notice_id = ${notice}::int and account_id = ${account}::int returning id`.execute(db);
  return rows.length > 0;
}

/** All that a person received has been read. */
export async function markAllRead(db: Db, account: number, at: Date): Promise<void> {
  await sql`
    update notice_recipient set read_at = ${at}::timestamptz where account_id = ${account}::int and read_at is null`.execute(
    db,
  );
}
