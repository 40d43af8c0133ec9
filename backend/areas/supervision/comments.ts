// What reviewers and authors say to one another about a record.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../../contract/schemas/session';
import type { RecordComment } from '../../../contract/schemas/supervision';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { selectPerson } from '../../identity/people';
import { sendNotice } from '../messages/notices';
import { checkHistory, getRecord } from '../records/access';
import { waitingAuthors } from '../records/review';
import * as records from '../records/store';
import { titleOf } from '../records/values/title';

type Comment = z.infer<typeof RecordComment>;
const MAX_COMMENTS = 500;

interface CommentRow {
  id: number;
  at: Date;
  text: string;
  person: Person | null;
}
const toComment = ({ id, at, text, person }: CommentRow): Comment => ({
  id,
  user: person,
  date: at.toISOString(),
  text,
});
const columns = sql`c.id::float8 as id, c.at, c.text, ${selectPerson('c.account_id')} as person`;

export async function countComments(db: Db, record: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from record_comment where record_id = ${record}::bigint limit ${MAX_COMMENTS}::int) c`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export async function listComments(ctx: Ctx, id: string | number): Promise<Comment[]> {
  const { record } = await getRecord(ctx, id);
  checkHistory(ctx, record);
  const { rows } = await sql<CommentRow>`
    select ${columns} from record_comment c where c.record_id = ${record.id}::bigint order by c.id desc limit ${MAX_COMMENTS}::int`.execute(
    ctx.engine.db,
  );
  return rows.map(toComment);
}

/** Writes a comment. Whose work the record is, who judged it and who spoke before are told, each with a link to where they work. */
export async function addComment(ctx: Ctx, id: string | number, text: string): Promise<Comment> {
  const { caller } = ctx;
  return ctx.engine.db.transaction().execute(async (db) => {
    const { record, layer } = await getRecord(ctx, id, db);
    checkHistory(ctx, record);
    const earlier = await sql<{ id: number }>`
      select distinct c.account_id as id from record_comment c join account a on a.id = c.account_id and a.deleted_at is null
        where c.record_id = ${record.id}::bigint`.execute(db);
    const { rows } = await sql<CommentRow>`
      with c as (insert into record_comment (layer_id, record_id, account_id, at, text)
        values (${layer.id}::int, ${record.id}::bigint, ${caller.id}::int, ${ctx.now()}::timestamptz, ${text}::text) returning *) select ${columns} from c`.execute(
      db,
    );
    const authors = new Set([record.creator_id, ...waitingAuthors(records.toStanding(record))].filter((one) => one !== null)); // biome-ignore format: one line
    const judges = new Set([record.verdict?.user, ...earlier.rows.map((r) => r.id)].filter((one) => one !== undefined)); // biome-ignore format: one line
    const groups = [
      { people: [...authors], link: `/app/layer-data/${layer.id}?record=${record.id}` },
      { people: [...judges].filter((one) => !authors.has(one)), link: `/app/supervision/data-detail/${record.id}` },
    ];
    for (const { people, link } of groups) {
      const recipients = people.filter((one) => one !== caller.id);
      if (recipients.length > 0)
        await sendNotice(db, caller, {
          code: 'record_commented',
          args: { layer: layer.label, name: titleOf(layer, record), reason: text },
          recipients,
          link,
          at: ctx.now(),
        });
    }
    return toComment(rows[0] as CommentRow);
  });
}
