// How a response of the upstream arrives: what is short as one piece, for a third of what a stream costs, all else as a stream.
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** Bodies of up to so many bytes are short. */
export const SHORT_BYTES = 64 * 1024;

export interface UpstreamResponse {
  statusCode: number;
  statusText: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  /** One piece where its declared length is short; else a stream, which fails where the response breaks off or is ended. */
  body: Uint8Array | Readable;
}

const noBody = (status: number) => status === 204 || status === 304;

/** Receives one response. `onDone` is called when nothing more comes of it. */
export class Receiver implements Dispatcher.DispatchHandler {
  readonly #shortBytes: number;
  readonly #resolve: (response: UpstreamResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #onDone: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #reason: Error | undefined;
  #stream: Readable | undefined;
  #head: Omit<UpstreamResponse, 'body'> | undefined;
  readonly #parts: Buffer[] = [];

  constructor(
    shortBytes: number,
    resolve: (response: UpstreamResponse) => void,
    reject: (error: Error) => void,
    onDone: () => void,
  ) {
    this.#shortBytes = shortBytes;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#onDone = onDone;
  }

  /** Ends the call: it fails with this reason, or its stream does. */
  abort(reason: Error): void {
    this.#reason ??= reason;
    if (this.#controller) this.#controller.abort(reason);
    else this.onResponseError(undefined, reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#reason) controller.abort(this.#reason);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: UpstreamResponse['headers'],
    statusText?: string,
  ): void {
    if (statusCode < 200) return;
    this.#head = { statusCode, statusText, headers };
    const length = noBody(statusCode) ? 0 : Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (length <= this.#shortBytes) return;
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        this.#onDone();
        // Whoever reads has gone: the rest need not come.
        if (!this.#stream?.readableEnded) controller.abort(error ?? new Error('not read to its end'));
        done(error);
      },
    });
    // It may break off before anybody reads it.
    this.#stream.on('error', () => {});
    this.#resolve({ ...this.#head, body: this.#stream });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#stream) this.#parts.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#stream) {
      this.#stream.push(null);
      return;
    }
    this.#onDone();
    const [only = Buffer.alloc(0), ...more] = this.#parts;
    const body = more.length === 0 ? only : Buffer.concat(this.#parts);
    this.#resolve({ ...(this.#head as Omit<UpstreamResponse, 'body'>), body });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#onDone();
    this.#stream?.destroy(error);
    this.#reject(error);
  }
}

/** Lets a body go: what is short is read to its end, so that its connection can be used again. */
export async function discard(body: UpstreamResponse['body']): Promise<void> {
  if (body instanceof Uint8Array || body.closed) return;
  let bytes = 0;
  body.on('data', (part: Uint8Array) => {
    bytes += part.length;
    if (bytes > SHORT_BYTES) body.destroy();
  });
  await new Promise<void>((resolve) => body.once('close', resolve));
}

/** The parts of a body. */
export const partsOf = (body: UpstreamResponse['body']): Iterable<Uint8Array> | AsyncIterable<Uint8Array> =>
  body instanceof Uint8Array ? [body] : body;
