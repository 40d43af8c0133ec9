// Reads the compact geometries that PostGIS writes (Tiny Well-Known Binary), straight into tile steps.

export type Ring = [number, number][];
export interface Shape {
  /** 1 points, 2 lines, 3 polygons. */
  type: 1 | 2 | 3;
  /** Points as one ring each of one position; lines; or polygons as their rings, each polygon's outer ring first. */
  parts: Ring[][];
}

const POINT = 1;
const LINE = 2;
const POLYGON = 3;
const HAS_BBOX = 1;
const HAS_SIZE = 2;
const HAS_IDS = 4;
const EXTENDED = 8;
const EMPTY = 16;

/** Decodes one geometry; `project` maps degrees to the wanted plane. Null for an empty one. */
export function readTwkb(bytes: Uint8Array, project: (lon: number, lat: number) => [number, number]): Shape | null {
  let at = 0;
  const varint = () => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  const signed = () => {
    const n = varint();
    return n % 2 ? -(n + 1) / 2 : n / 2;
  };
  const head = bytes[at++] as number;
  const meta = bytes[at++] as number;
  const kind = head & 15;
  const packed = head >> 4;
  const factor = 10 ** (packed % 2 ? -(packed + 1) / 2 : packed / 2);
  let dimensions = 2;
  if (meta & EXTENDED) {
    const extra = bytes[at++] as number;
    dimensions += (extra & 1) + ((extra >> 1) & 1);
  }
  if (meta & EMPTY) return null;
  if (meta & HAS_SIZE) varint();
  if (meta & HAS_BBOX) for (let i = 0; i < 2 * dimensions; i++) signed();

  const sum = new Array<number>(dimensions).fill(0);
  const position = (): [number, number] => {
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] as number) + signed();
    return project((sum[0] as number) / factor, (sum[1] as number) / factor);
  };
  const ring = (): Ring => Array.from({ length: varint() }, position);
  const one = (of: number): Ring[] =>
    of === POINT ? [[position()]] : of === LINE ? [ring()] : Array.from({ length: varint() }, ring);
  if (kind <= POLYGON) return { type: kind as Shape['type'], parts: [one(kind)] };
  const count = varint();
  if (meta & HAS_IDS) for (let i = 0; i < count; i++) signed();
  const of = kind - 3;
  if (of < POINT || of > POLYGON) return null;
  return { type: of as Shape['type'], parts: Array.from({ length: count }, () => one(of)) };
}
