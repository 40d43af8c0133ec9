// The five verbs that declare a call. A row made here is the only place where the call's path, shapes and rights stand.
import type { z } from 'zod';

/** Who may make a call: anybody, anybody signed in, the holder of a module or custom permission, or a superuser. */
export type Needs = 'public' | 'session' | 'superuser' | { module: number } | { perm: string } | { any: Needs[] };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string | number } & Params<Rest>
  : unknown;

/** Bytes of a JSON body; forms and files have limits of their own. */
export const MAX_JSON_BYTES = 2 * 1024 * 1024;

interface Shapes<Q, B, O> {
  /** Query keys; anything else is refused with 400 and the key's name. No defaults here: handlers apply them. */
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** The response with status 2xx. */
  ok: z.ZodType<O>;
}

/** The same shapes without zod's methods: comparing those for each call is most of a type check. */
type PlainShapes<Q, B, O> = {
  query?: z.core.$ZodType<Q>;
  body?: z.core.$ZodType<B>;
  ok: z.core.$ZodType<O>;
};

interface Options {
  /** How the body travels: JSON (default), a multipart form, or JSON that may be gzip-compressed. */
  as?: 'json' | 'form' | 'gzip';
  /** What comes back: JSON (default), a file held in memory, a stream, or server-sent events, of which `ok` is one message. */
  gives?: 'json' | 'blob' | 'stream' | 'events';
  needs: Needs;
  /** Cache tags that this response depends on, and the tags that a success invalidates. */
  reads?: readonly string[];
  touches?: readonly string[];
  /**
   * What a success does to the session in the BFF. `codes`: nothing, but a flow with a one-time code begins or ends; `sees`: it sees as
   * somebody else, until `returns`.
   */
  session?: 'prepares' | 'opens' | 'renews' | 'closes' | 'codes' | 'sees' | 'returns';
  /** A polled or automatic call: it never counts as activity of the user. */
  background?: true;
  /** A reading call that is written into the audit like one that changes something: what it gives is private. */
  audited?: true;
  /** It gives a person's letters, or marks them as read: nobody else sees them, whatever their rights. */
  personal?: true;
  /**
   * Reads so much that it waits for its turn: a person has few of them under way at once. `filtered`: only where the query filters;
   * `wide`: only where the body's geometry is more than a point and what lies next to it.
   */
  heavy?: true | 'filtered' | 'wide';
  /** Deadline of the whole call in seconds where the common one does not fit. */
  seconds?: number;
  /** A call beyond the product's published list: another upstream may lack it. */
  beyond?: true;
  /** Values with which the call succeeds on a seeded system; the contract tests send them. */
  example?: { params?: Record<string, string | number>; query?: unknown; body?: unknown };
}

export interface Row<P extends string = string, Q = any, B = any, O = any> extends Shapes<Q, B, O>, Options {
  method: Method;
  path: P;
}

const verb =
  (method: Method) =>
  <const P extends string, O, Q = undefined, B = undefined>(
    path: P,
    definition: PlainShapes<Q, B, O> & Options,
  ): Row<P, Q, B, O> => ({ method, path, ...(definition as Shapes<Q, B, O> & Options) });

export const get = verb('GET');
export const post = verb('POST');
export const put = verb('PUT');
export const patch = verb('PATCH');
export const del = verb('DELETE');

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T };

/** What the caller of a row supplies: path parameters, query, body. */
export type Input<R extends Row> =
  R extends Row<infer P, infer Q, infer B, any>
    ? (unknown extends Params<P> ? unknown : { params: Params<P> }) & Part<'query', Q> & Part<'body', B>
    : never;

/** The response of a row. */
export type Output<R extends Row> = R extends Row<any, any, any, infer O> ? O : never;
