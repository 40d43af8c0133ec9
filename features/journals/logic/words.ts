// The words of a call of the system log, and where the thing that it was about is looked at.
import type { SystemLogLine } from '@/contract/schemas/log';
import { href } from '@/lib/routes/rules';

/** The key of a call's words under `journals.acts`; null for one of another version of the product. */
export const actKey = (call: string, has: (key: string) => boolean): string | null =>
  has(`acts.${call}`) ? `acts.${call}` : null;

export const areaOf = ({ call }: Pick<SystemLogLine, 'call'>): string => call.split('.', 1)[0] ?? '';

/** Events of a session that stand where an id stands otherwise. */
export const SESSION_EVENTS = ['rest', 'codes_off', 'reuse'] as const;
export const isSessionEvent = (object: string): object is (typeof SESSION_EVENTS)[number] =>
  (SESSION_EVENTS as readonly string[]).includes(object);

const SCREENS: Readonly<Record<string, 'layerData' | 'userEditor' | 'projectDetails'>> = {
  layers: 'layerData',
  layerForms: 'layerData',
  users: 'userEditor',
  projects: 'projectDetails',
  projectWork: 'projectDetails',
};

/** Where the thing is; null where it is gone, or has no screen of its own. */
export function placeOf({ call, object, label, layer }: SystemLogLine): string | null {
  const id = /^\d{1,9}(?=\/|$)/.exec(object)?.[0];
  if (id === undefined) return null;
  const area = areaOf({ call });
  if ((area === 'records' || area === 'supervision') && layer?.label)
    return `${href('layerData', { id: layer.id })}?record=${id}`;
  const screen = SCREENS[area];
  return screen && label ? href(screen, { id }) : null;
}

const REFUSED = 400;
/** Calls that change the one record they name. */
const CHANGES = new Set(['records.create', 'records.edit', 'records.remove', 'records.withdraw', 'records.split', 'records.merge', 'records.revert', 'supervision.judge', 'supervision.reopen', 'supervision.undo']); // biome-ignore format: one list
/** The record that a line's call changed, and when; null for one that changed none, or that names several. */
export function stepsOf({ call, object, layer, user, status, date }: SystemLogLine) {
  const record = /^\d{1,15}$/.test(object) ? Number(object) : null;
  if (record === null || !layer || !user || status >= REFUSED || !CHANGES.has(call)) return null;
  return { layer: layer.id, record, user: user.id, at: date };
}

/** Days and people of a question about tracks, as it stands where an id stands otherwise; null for anything else. */
export function trackQuestion({ call, object }: Pick<SystemLogLine, 'call' | 'object'>) {
  if (areaOf({ call }) !== 'tracking' || !object.includes('=')) return null;
  const query = new URLSearchParams(object);
  const day = (name: string) => /^\d{4}-\d{2}-\d{2}/.exec(query.get(name) ?? '')?.[0] ?? null;
  const people = `${query.get('user_ids') ?? ''},${query.get('user_id') ?? ''}`
    .split(',')
    .filter((id) => /^\d+$/.test(id));
  const [from, to] = [day('track_date_after'), day('track_date_before')];
  return { days: [...new Set([from, to].filter((one) => one !== null))], people: people.map(Number) };
}
