// Letters that examples name: chats, notices, announcements.
/** Posts a body and gives the id of what it made. */
export type Create = (path: string, body: unknown) => Promise<number>;

/** What people of the organisation tell each other, and a time that has not come. */
export async function seedLetters(create: Create, mate: number, self: number, project: number) {
  const notice = { subject: 'x', text: 'x', recipient_user: [mate, self] };
  const nextHour = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = { subject: 'x', text: 'x', send_at: nextHour, audience: { users: [mate] } };
  return {
    nextHour,
    notice: await create('notiffication', notice),
    spareNotice: await create('notiffication', notice),
    scheduledNotice: await create('notiffication/scheduled', scheduled),
    spareScheduled: await create('notiffication/scheduled', scheduled),
    announcement: await create('announcement', { title: 'x', text: 'x' }),
    tutorial: await create('tutorial', { title: 'x', text: 'x' }),
    spareTutorial: await create('tutorial', { title: 'x', text: 'x' }),
    message: await create('message', { receiver: mate, text: 'x' }),
    roomMessage: await create(`room/${project}/message`, { text: 'x' }),
  };
}
