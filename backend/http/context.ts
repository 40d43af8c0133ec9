// What a handler receives besides its input.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import type { Engine } from '../db/engine';
import type { TileCache } from '../geo/tile-cache';
import type { Caller } from '../identity/caller';
import type { Storage } from '../storage';
import type { Actor } from './audit';
import type { Lang } from './errors';

/** What the whole backend shares. */
export interface World {
  engine: Engine;
  config: Config;
  now: () => Date;
  tiles: TileCache;
  storage: Storage;
}

export interface Ctx extends World {
  /** Who calls; on public calls there may be nobody, and then reading it throws a 401. */
  caller: Caller;
  /** The same for calls that serve visitors too: null for a visitor. */
  signedIn: Caller | null;
  /** Whose act the audit writes down; calls that open a session say here whose it is. */
  actor: Actor;
  lang: Lang;
  ip: string;
  requestId: string;
  request: FastifyRequest;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** Does a part of a heavy call beside it, where a turn is free that nobody waits for; null where there is none. */
  beside<T>(work: () => Promise<T>): Promise<T> | null;
  header(name: string, value: string): void;
}

/** Who asks, and where the data are: what reading under somebody's rights takes, in a call or in a job. */
export type Asking = Pick<Ctx, 'engine' | 'caller'>;

/** The same with the language in which what is read is named. */
export type Reading = Asking & Pick<Ctx, 'lang'>;

/** Who changes records, with all that writing them takes: a call, or a job that goes on with somebody's rights. */
export type Acting = World & Pick<Ctx, 'caller'>;

/** A response that is not JSON. */
export class FileAnswer {
  constructor(
    readonly stream: NodeJS.ReadableStream | Buffer,
    readonly type: string,
    readonly name: string,
    /** 206 where it is a part; see `range.ts`. */
    readonly status: 200 | 206 = 200,
  ) {}
}

/** A stream of server-sent events: it goes out as it comes, and stays open. */
export class EventAnswer {
  constructor(readonly stream: NodeJS.ReadableStream) {}
}

/** Nobody on the way may hold back, pack or keep what is said. */
export function sendEvents(reply: FastifyReply, { stream }: EventAnswer) {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'private, no-store, no-transform')
    // Its connection ends with it: a process that stops waits for no idle one.
    .header('connection', 'close')
    .header('x-accel-buffering', 'no');
  if (stream instanceof Readable) stream.on('error', () => {});
  return stream;
}
