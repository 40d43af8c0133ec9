// What CQL2 text is read into.
import type { Geometry } from '../schemas/common';

export type CqlSign = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Literal = string | number | boolean | { date: string } | { timestamp: string };
/** A field, or a field without regard to case. */
export interface Property {
  property: string;
  folds: boolean;
}

/** A filter. Its logic has three values, as SQL's: what is compared with nothing is neither true nor false. */
export type CqlNode =
  | { and: CqlNode[] }
  | { or: CqlNode[] }
  | { not: CqlNode }
  | { constant: boolean }
  | { isTrue: Property }
  | { compare: CqlSign; left: Property; right: Literal }
  | { like: string; left: Property }
  | { in: Literal[]; left: Property }
  | { between: [Literal, Literal]; left: Property }
  | { isNull: Property }
  | { intersects: string; shape: Geometry };
