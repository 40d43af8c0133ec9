// What the small numbers of the tables of publishing mean.

/** Bits of `writes`: what may be done from outside besides reading. */
export const WRITE_BITS = { add: 1, edit: 2, delete: 4 } as const;
export type Write = keyof typeof WRITE_BITS;

/** Bits of `services`: records as GeoJSON, vector or picture tiles, and a CSV of the whole layer. */
export const SERVICE_BITS = { features: 1, tiles: 2, csv: 4 } as const;
export type Service = keyof typeof SERVICE_BITS;

/** What a request from outside was about, as its use is counted. */
export const USE_KINDS = { documents: 0, features: 1, tiles: 2, csv: 3, writes: 4 } as const;
export type UseKind = keyof typeof USE_KINDS;

/** The words whose bits are set. */
export const namesOf = <K extends string>(bits: Record<K, number>, sum: number): Record<K, boolean> =>
  Object.fromEntries(Object.entries<number>(bits).map(([name, bit]) => [name, (sum & bit) !== 0])) as Record<
    K,
    boolean
  >;

/** The sum of the words that are true. */
export const bitsOf = <K extends string>(bits: Record<K, number>, values: Record<K, boolean>): number =>
  Object.entries<number>(bits).reduce((sum, [name, bit]) => sum + (values[name as K] ? bit : 0), 0);
