// Taking a saved change of a record back without taking back what others did to it since then. Pure.
import { sameGeometry, sameValue } from '@/contract/same';
import type { Geometry } from '@/contract/schemas/common';
import type { Values } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';

/** A record as its editor sees it: what waits for approval lies over what is published. */
const asEdited = ({ value, geometry, unconfiremed_value: waiting }: LayerRecord) => ({
  value: { ...value, ...waiting?.value },
  geometry: waiting?.geometry === undefined ? geometry : waiting.geometry,
});

export interface Revert {
  /** What is to be sent; null where nothing is. */
  body: { value?: Values; geometry?: Geometry | null } | null;
  /** Fields, and the shape, that somebody has changed since: they stay. */
  left: number;
}

/** The change led from `to` to `from`; the record is `now`. */
export function revertChange(to: LayerRecord, from: LayerRecord, now: LayerRecord): Revert {
  const [aim, done, is] = [asEdited(to), asEdited(from), asEdited(now)];
  const fields = [...new Set([...Object.keys(aim.value), ...Object.keys(done.value)])].filter(
    (name) => !sameValue(aim.value[name], done.value[name]),
  );
  const mine = fields.filter((name) => sameValue(is.value[name], done.value[name]));
  const moved = !sameGeometry(aim.geometry, done.geometry);
  const still = sameGeometry(is.geometry, done.geometry);
  const value = Object.fromEntries(mine.map((name) => [name, aim.value[name] ?? null]));
  const body = { ...(mine.length ? { value } : {}), ...(moved && still ? { geometry: aim.geometry } : {}) };
  return {
    body: Object.keys(body).length ? body : null,
    left: fields.length - mine.length + (moved && !still ? 1 : 0),
  };
}
