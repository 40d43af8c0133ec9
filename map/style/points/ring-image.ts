// The picture of a cluster's ring, by a name that says all of it: the colours of its classes and how many records each has.
import type { ExpressionSpecification } from 'maplibre-gl';

/** CSS pixels from the middle to the ring's outer and inner edge. */
export const RING = { outer: 32, inner: 20 } as const;

/** Classes that are told apart in a ring as small as a legend's. */
export const MAX_ARCS = 6;

export interface RingPart {
  color: string;
  count: number;
}
export interface Ring {
  /** Of the disc that the number stands on. */
  middle: string;
  parts: RingPart[];
}

const PREFIX = 'ring:';
const COLOUR = /^#[0-9a-f]{6}$/i;

/** The name as a map makes it from the numbers of each cluster. */
export const ringId = (
  middle: string,
  parts: readonly { color: string; count: ExpressionSpecification }[],
): ExpressionSpecification =>
  [
    'concat',
    `${PREFIX}${middle}`,
    ...parts.flatMap(({ color, count }) => [`;${color}=`, ['to-string', count]]),
  ] as unknown as ExpressionSpecification;

/** Null for a name that is no ring's. Classes without a record take no room. */
export const readRingId = (id: string): Ring | null => {
  if (!id.startsWith(PREFIX)) return null;
  const [middle = '', ...rest] = id.slice(PREFIX.length).split(';');
  const parts = rest.map((part) => {
    const [color = '', count] = part.split('=');
    return { color, count: Number(count) };
  });
  if (![middle, ...parts.map((p) => p.color)].every((colour) => COLOUR.test(colour))) return null;
  return { middle, parts: parts.filter(({ count }) => count > 0) };
};

/** Where each part begins and ends, in radians clockwise from the top. */
export const ringArcs = (parts: readonly RingPart[]): { color: string; from: number; to: number }[] => {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  let at = 0;
  return parts.map(({ color, count }) => {
    const from = at;
    at += (count / total) * 2 * Math.PI;
    return { color, from, to: at };
  });
};

/** One part of a ring as the `d` of an SVG path; a whole ring is one part. */
export const arcPath = (middle: number, outer: number, inner: number, from: number, to: number): string => {
  // A path cannot come back to where it began in one arc.
  const end = Math.min(to, from + 2 * Math.PI - 1e-3);
  const at = (radius: number, angle: number) =>
    `${(middle + radius * Math.sin(angle)).toFixed(2)} ${(middle - radius * Math.cos(angle)).toFixed(2)}`;
  const large = end - from > Math.PI ? 1 : 0;
  return (
    `M${at(outer, from)}A${outer} ${outer} 0 ${large} 1 ${at(outer, end)}` +
    `L${at(inner, end)}A${inner} ${inner} 0 ${large} 0 ${at(inner, from)}Z`
  );
};
