// Notices of what happens to a project, each to whom it concerns, with a link to it.

import type { NoticeCode } from '../../../contract/schemas/message';
import { PROJECT_STATES as S } from '../../../contract/schemas/project';
import type { Db } from '../../db/engine';
import { type NoticeArgs, sendNotice } from '../messages/notices';
import { judgesOf } from './rules';
import type { ProjectRow } from './store';

interface By {
  id: number;
  customer: number;
}
type Ids = readonly { id: number }[];
type People = Pick<ProjectRow, 'worked' | 'seconds'> & {
  members: Ids;
  supervisors: Ids;
  creator: { id: number } | null;
};

/** Where a project stands for whoever reads of it. */
export const linkOf = (project: number) => `/app/project-details/${project}`;

/** Sends a notice to people but for the one whose act it tells. */
export async function notify(
  db: Db,
  by: By,
  project: number,
  n: { code: NoticeCode; args: NoticeArgs; recipients: Iterable<number>; at: Date },
): Promise<void> {
  const recipients = [...new Set(n.recipients)].filter((id) => id !== by.id);
  if (recipients.length) await sendNotice(db, by, { ...n, recipients, link: linkOf(project) });
}

const idsOf = (people: Ids) => people.map(({ id }) => id);

/** Whom a step concerns; null where nobody waits for it. */
function concerned(row: People, to: number): { code: NoticeCode; recipients: number[] } | null {
  const standing = { members: idsOf(row.members), supervisors: idsOf(row.supervisors), worked: row.worked };
  const manager = row.creator ? [row.creator.id] : [];
  if (to === S.running) return { code: 'project_started', recipients: standing.members };
  if (to === S.submitted) return { code: 'project_submitted', recipients: judgesOf(standing) };
  if (to === S.first)
    return { code: 'project_second', recipients: judgesOf(standing).filter((id) => row.seconds.includes(id)) };
  if (to === S.approved) return { code: 'project_approved', recipients: [...standing.members, ...manager] };
  if (to === S.returned) return { code: 'project_returned', recipients: standing.members };
  return null;
}

export async function notifyStep(
  db: Db,
  by: By,
  row: People & { id: number; name: string },
  to: number,
  reason: string | undefined,
  at: Date,
): Promise<void> {
  const news = concerned(row, to);
  if (news) await notify(db, by, row.id, { ...news, args: { name: row.name, ...(reason ? { reason } : {}) }, at });
}
