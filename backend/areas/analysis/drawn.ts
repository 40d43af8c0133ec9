// Features of an analysis as the caller's own drawings.
import { type Drawing, MAX_DRAWINGS } from '../../../contract/schemas/drawing';
import type { Db } from '../../db/engine';
import { ruled } from '../../http/errors';
import { holdAccount } from '../../identity/hold';
import { plain, wrong } from '../drawings/rules';
import * as drawings from '../drawings/store';
import { type Column, getValues } from './columns';
import type { Shaped } from './work';

const LABEL = 200;

export const noRoomRefusal = () => ruled('tooManyDrawings', { params: { max: MAX_DRAWINGS } });

/** How many more drawings the person may keep; refuses where there is no room for one. */
export async function getRoom(db: Db, account: number): Promise<number> {
  const room = MAX_DRAWINGS - (await drawings.count(db, account));
  if (room < 1) throw noRoomRefusal();
  return room;
}

/** A name for the drawing of a feature: the one that was ordered, else the first text that the feature has. */
function labelOf(columns: readonly Column[], one: Shaped, label: string | undefined): string {
  if (label !== undefined) return label;
  const values = getValues(columns, one);
  const named = columns.find(
    ({ name, type }) => type === 'text' && typeof values[name] === 'string' && values[name] !== '',
  );
  return named ? String(values[named.name]).trim().slice(0, LABEL) : '';
}

export type NewRow = Omit<Drawing, 'id'>;

/** Null for a shape that no drawing can have. */
export function toDrawing(columns: readonly Column[], one: Shaped, label: string | undefined): NewRow | null {
  const type = plain(one.geometry);
  if (wrong(type, one.geometry, null)) return null;
  return { geometry: one.geometry, type, label: labelOf(columns, one, label), style: {}, radius: null };
}

/** Saves them all, or refuses all. Inside a transaction. */
export async function insertDrawings(tx: Db, account: number, rows: readonly NewRow[]): Promise<Drawing[]> {
  await holdAccount(tx, account);
  if ((await drawings.count(tx, account)) + rows.length > MAX_DRAWINGS) throw noRoomRefusal();
  return rows.length > 0 ? drawings.insert(tx, account, rows) : [];
}
