// Shapes that every area shares: pages, errors, numbers in either script, geometry.
import { z } from 'zod';
import { readDay } from '../dates';
import { latinDigits } from '../digits';

export { latinDigits };

const latin = (v: unknown) => (typeof v === 'string' ? latinDigits(v.trim()) : v);

/** A whole number from JSON or from a query string, in Latin or Persian digits. */
export const int = (min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z.preprocess((v) => {
    const text = latin(v);
    return typeof text === 'string' && /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  }, z.number().int().min(min).max(max)) as unknown as z.ZodType<number>;

/** true or false from JSON or from a query string. */
export const flag = () =>
  z.preprocess(
    (v) => (v === 'true' || v === '1' ? true : v === 'false' || v === '0' ? false : v),
    z.boolean(),
  ) as unknown as z.ZodType<boolean>;

const whole = (text: string) => (/^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** A text that a reader of `dates.ts` takes, as what it reads; the issue's message is the reader's problem. */
export const dated = (read: (text: string) => ReturnType<typeof readDay>, format: 'date' | 'date-time') =>
  z
    .string()
    .check((context) => {
      const result = read(context.value);
      if ('value' in result) context.value = result.value;
      else context.issues.push({ code: 'custom', message: result.problem, input: context.value });
    })
    .meta({ format });

/** An ISO day, or a Jalali one that shows itself as such; read as the ISO day. */
export const Day = dated(readDay, 'date');

/** The order of a list by one of these keys; a minus before it turns it round. */
export const orderBy = <const K extends readonly string[]>(keys: K) =>
  z.enum(keys.flatMap((key) => [key, `-${key}`]) as `${'' | '-'}${K[number]}`[]);

/** The query of a list: a page of it in one of these orders. */
export const pageQuery = <const K extends readonly string[]>(keys: K) =>
  z.strictObject({
    limit: int(1, 1000).optional(),
    offset: int(0, 1_000_000).optional(),
    order: orderBy(keys).optional(),
  });

/** The order under both of its names: `order`, and the published list's `ordering`, which counts where the other is absent. */
export const eitherOrder = <const K extends readonly string[]>(keys: K) => ({
  order: orderBy(keys).optional(),
  ordering: orderBy(keys).optional(),
});

/** Comma-separated ids in a query ("1,2,3"); a JSON array elsewhere. */
export const ids = (max: number) =>
  z.preprocess(
    (v) => (typeof v === 'string' ? (v === '' ? [] : latinDigits(v).split(',').map(whole)) : v),
    z.array(z.number().int().positive()).max(max),
  ) as unknown as z.ZodType<number[]>;

/** A page of a list. `count` is exact unless `count_capped`, when there are at least that many. */
export const page = <T>(item: z.ZodType<T>) =>
  z.object({
    count: z.number().int(),
    count_capped: z.boolean().optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

export interface Page<T> {
  count: number;
  count_capped?: boolean | undefined;
  next: string | null;
  previous: string | null;
  results: T[];
}

/**
 * Whether the caller may do something with a row now, by the rules that the calls themselves apply. `why` has the sentence of each
 * refusal by what is refused ("edit", "delete"). Another upstream may lack them.
 */
export const can = z.boolean().optional();
export const why = z.record(z.string(), z.string()).optional();

/** Every error on the wire: a sentence of at most 256 characters in the caller's language, and a stable code. */
export const Failure = z.object({
  detail: z.string(),
  code: z.union([z.number(), z.string()]),
  /** Messages by field name, where a form was refused. */
  fields: z.record(z.string(), z.string()).optional(),
});
export type Failure = z.infer<typeof Failure>;

const finite = z.number().refine(Number.isFinite);
const Position = z.array(finite).min(2).max(3);

/** GeoJSON geometry, EPSG:4326, longitude first; a third ordinate is metres. At most 50,000 vertices reach the database. */
export const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(Position).min(1) }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(Position).min(2) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(Position).min(2)).min(1) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(Position).min(4)).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(Position).min(4)).min(1)).min(1) }),
]);
export type Geometry = z.infer<typeof Geometry>;

/** [west, south, east, north] in degrees. */
export const Extent = z.tuple([finite, finite, finite, finite]);
export type Extent = z.infer<typeof Extent>;

export const Done = z.object({ detail: z.string().optional() });
