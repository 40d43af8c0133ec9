// Records of a project as its map draws them: by what their status means for the work. Pure.
import type { Extent } from '@/contract/schemas/common';
import type { LayerRecord } from '@/contract/schemas/record';
import type { ShapeSet } from '@/map';
import { GROUPS, type Group, groupOf } from './progress-charts';

/** Shapes that one view reads, the newest first. */
export const MAX_RECORDS = 500;
/** How each is drawn: a colour, and a line and a dot of its own. The ground of a cell stays in sight. */
export const RECORD_LOOKS: Record<Group, { role: ShapeSet['role']; colour: string }> = {
  waiting: { role: 'after', colour: '#f08c00' },
  returned: { role: 'before', colour: '#e03131' },
  approved: { role: 'found', colour: '#2f9e44' },
  rejected: { role: 'track', colour: '#868e96' },
};
const PREFIX = 'records:';

export function recordSets(records: readonly LayerRecord[], hidden: ReadonlySet<Group>): ShapeSet[] {
  return GROUPS.map((group) => ({
    id: PREFIX + group,
    role: RECORD_LOOKS[group].role,
    shapes: records.flatMap(({ id, geometry, status }) =>
      geometry && !hidden.has(group) && groupOf(status.id) === group
        ? [{ id, geometry, colour: RECORD_LOOKS[group].colour }]
        : [],
    ),
  }));
}
export const isRecordSet = (set: string): boolean => set.startsWith(PREFIX);

const MARGIN = 0.3;
const DIGITS = 4;
/** A box somewhat wider than what is seen: a small move reads nothing. */
export const wider = ([w, s, e, n]: Extent): Extent => {
  const [dx, dy] = [(e - w) * MARGIN, (n - s) * MARGIN];
  const round = (x: number) => Number(x.toFixed(DIGITS));
  return [Math.max(-180, round(w - dx)), Math.max(-90, round(s - dy)), Math.min(180, round(e + dx)), Math.min(90, round(n + dy))]; // biome-ignore format: one box
};
export const isWithin = (a: Extent, b: Extent): boolean => a[0] >= b[0] && a[1] >= b[1] && a[2] <= b[2] && a[3] <= b[3];
/** The box as a filter of records. */
export const boxText = ([w, s, e, n]: Extent): string => `POLYGON((${w} ${s},${e} ${s},${e} ${n},${w} ${n},${w} ${s}))`;
