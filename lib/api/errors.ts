// The one table of what a failed call means to a person (product's error catalogue).
import { Failure } from '../../contract/schemas/common';

/** A failed call. `kind` chooses the message; `detail` is the server's own sentence, already in the reader's language. */
export class CallError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly status: number,
    readonly detail: string,
    readonly code: string | number,
    readonly fields: Record<string, string>,
    readonly requestId: string | null,
    /** The whole response, for the few errors that carry more (a conflict brings the current record). */
    readonly body: unknown,
  ) {
    super(detail || kind);
  }
}

export type ErrorKind =
  | 'network'
  | 'message'
  | 'authentication'
  | 'server'
  | 'forbidden'
  | 'invalid'
  | 'busy'
  | 'conflict'
  | 'cancelled';

const MAX_DETAIL = 256;

/** Reads a failed response. Text that is not ours (a proxy's HTML) is never shown. */
export function errorOf(status: number, body: unknown, requestId: string | null): CallError {
  const read = Failure.safeParse(body);
  const detail = read.success ? read.data.detail.slice(0, MAX_DETAIL) : '';
  const code = read.success ? read.data.code : status;
  return new CallError(
    kindOf(status, Number(code), read.success),
    status,
    detail,
    code,
    (read.success && read.data.fields) || {},
    requestId,
    body,
  );
}

function kindOf(status: number, code: number, ours: boolean): ErrorKind {
  if (status === 401) return 'authentication';
  if (status === 403) return !ours ? 'invalid' : code === 403 ? 'forbidden' : 'message';
  if (status === 412) return 'conflict';
  if (status === 429) return 'busy';
  if (status === 502 || status === 503 || status === 504) return 'network';
  if (status >= 500) return 'server';
  return ours ? 'message' : 'invalid';
}

export const networkError = () => new CallError('network', 0, '', 'network', {}, null, null);

/** Kinds of failures that are of the moment. */
const PASSING: readonly ErrorKind[] = ['network', 'server', 'busy', 'authentication', 'cancelled'];
/** Whether the same call may go well at another time; what is refused for what it carries stays refused. */
export const isPassing = (error: unknown): boolean => !(error instanceof CallError) || PASSING.includes(error.kind);

/** The message key (namespace `errors`) and whether the server's sentence is shown instead. */
export const messageOf = (error: unknown): { key: ErrorKind; detail: string } =>
  error instanceof CallError
    ? { key: error.kind, detail: hasOwnText(error) ? error.detail : '' }
    : { key: 'server', detail: '' };

/** A server that says that it is away for now knows more of it than "check your network". */
const hasOwnText = ({ kind, status }: CallError) => kind === 'message' || kind === 'conflict' || status === 503;
