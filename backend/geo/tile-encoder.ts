// Writes vector tiles (version 2 of the format): protocol buffers, part after part.
import { EXTENT } from './tile-records';

const VERSION = 2;
/** Kinds of fields in protocol buffers. */
const [NUMBER, DOUBLE, BYTES] = [0, 1, 2];
/** Commands of a geometry. */
const [MOVE, LINE, CLOSE] = [1, 2, 7];
const NUMBER_BYTES = 10;
const DOUBLE_BYTES = 8;

type Place = readonly [number, number];
type TileValue = string | number | boolean;
export interface TileFeature {
  /** Absent for what stands for several records. */
  id?: number;
  type: 1 | 2 | 3;
  /** One list of points, or lines, or rings whose last place is their first. */
  geometry: readonly (readonly Place[])[];
  tags: Readonly<Record<string, TileValue>>;
}

class Writer {
  private bytes = Buffer.allocUnsafe(256 * 1024);
  private end = 0;

  private reserve(size: number) {
    if (this.end + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe((this.end + size) * 2);
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
  }

  /** A whole number from 0 to 2^53. */
  number(n: number) {
    this.reserve(NUMBER_BYTES);
    let rest = n;
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 0x80)) this.bytes[this.end++] = (rest % 0x80) | 0x80;
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.end++] = (rest & 0x7f) | 0x80;
    this.bytes[this.end++] = rest;
  }

  signed(n: number) {
    this.number(n < 0 ? -2 * n - 1 : 2 * n);
  }

  key(field: number, kind: number) {
    this.number(field * 8 + kind);
  }

  field(field: number, n: number) {
    this.key(field, NUMBER);
    this.number(n);
  }

  double(n: number) {
    this.reserve(DOUBLE_BYTES);
    this.end = this.bytes.writeDoubleLE(n, this.end);
  }

  text(field: number, text: string) {
    const size = Buffer.byteLength(text);
    this.key(field, BYTES);
    this.number(size);
    this.reserve(size);
    this.end += this.bytes.write(text, this.end);
  }

  /** Begins a part; `close` is given what comes back. Its size comes before it, for which a byte is left. */
  open(field: number): number {
    this.key(field, BYTES);
    this.reserve(1);
    return ++this.end;
  }

  close(start: number) {
    const size = this.end - start;
    let more = 0;
    for (let rest = size; rest > 0x7f; rest >>>= 7) more++;
    this.reserve(more);
    if (more > 0) this.bytes.copyWithin(start + more, start, this.end);
    this.end = start - 1;
    this.number(size);
    this.end += size;
  }

  clear() {
    this.end = 0;
  }

  /** What has been written. */
  copy(): Uint8Array {
    return new Uint8Array(this.bytes.subarray(0, this.end));
  }
}

/** One for all tiles: none waits in the middle of being written. */
const writer = new Writer();

/** The place of each thing in the list of those that have come. */
function indexIn<T>(all: Map<T, number>, one: T): number {
  const index = all.get(one) ?? all.size;
  if (index === all.size) all.set(one, index);
  return index;
}

function writeGeometry({ type, geometry }: TileFeature) {
  let x = 0;
  let y = 0;
  for (const places of geometry) {
    const count = type === 3 ? places.length - 1 : places.length;
    writer.number((type === 1 ? count : 1) * 8 + MOVE);
    for (let i = 0; i < count; i++) {
      if (i === 1 && type !== 1) writer.number((count - 1) * 8 + LINE);
      const place = places[i] as Place;
      writer.signed(place[0] - x);
      writer.signed(place[1] - y);
      x = place[0];
      y = place[1];
    }
    if (type === 3) writer.number(8 + CLOSE);
  }
}

function writeFeature(feature: TileFeature, keys: Map<string, number>, values: Map<TileValue, number>) {
  const start = writer.open(2);
  if (feature.id !== undefined) writer.field(1, feature.id);
  const tags = writer.open(2);
  for (const key in feature.tags) {
    writer.number(indexIn(keys, key));
    writer.number(indexIn(values, feature.tags[key] as TileValue));
  }
  writer.close(tags);
  writer.field(3, feature.type);
  const geometry = writer.open(4);
  writeGeometry(feature);
  writer.close(geometry);
  writer.close(start);
}

function writeValue(value: TileValue) {
  const start = writer.open(4);
  if (typeof value === 'string') writer.text(1, value);
  else if (typeof value === 'boolean') writer.field(7, Number(value));
  else if (Number.isSafeInteger(value)) {
    writer.key(value < 0 ? 6 : 5, NUMBER);
    if (value < 0) writer.signed(value);
    else writer.number(value);
  } else {
    writer.key(3, DOUBLE);
    writer.double(value);
  }
  writer.close(start);
}

/** The bytes of a tile's layers, by their names. */
export function encodeTile(layers: Readonly<Record<string, readonly TileFeature[]>>): Uint8Array {
  writer.clear();
  for (const [name, features] of Object.entries(layers)) {
    const start = writer.open(3);
    writer.field(15, VERSION);
    writer.text(1, name);
    writer.field(5, EXTENT);
    const keys = new Map<string, number>();
    const values = new Map<TileValue, number>();
    for (const feature of features) writeFeature(feature, keys, values);
    for (const key of keys.keys()) writer.text(3, key);
    for (const value of values.keys()) writeValue(value);
    writer.close(start);
  }
  return writer.copy();
}
