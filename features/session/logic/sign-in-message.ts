// What a failed sign-in says to the person, and what the form does about it (product's error catalogue).
import type { ErrorKind } from '@/lib/api/errors';

/** The few things that matter of a failed call. */
export interface FailedCall {
  kind: ErrorKind;
  status: number;
  detail: string;
}

export type MessageKey =
  | 'credentials'
  | 'forbidden'
  | 'captcha'
  | 'busy'
  | 'server'
  | 'network'
  | 'invalid'
  | 'unexpected';

export interface SignInMessage {
  /** Message of namespace session.errors; shown where the server said nothing of its own. */
  key: MessageKey;
  detail: string;
  /** The field to go to. */
  focus: 'username' | 'password' | 'captcha';
  /** Status 442: the account needs attention before it can be used. */
  flagged: boolean;
}

const message = (key: MessageKey, focus: SignInMessage['focus'], detail = '', flagged = false): SignInMessage => ({
  key,
  detail,
  focus,
  flagged,
});

/** The message of a failure; null stands for an answer that could not be opened. */
export function signInMessage(failed: FailedCall | null): SignInMessage {
  if (!failed) return message('unexpected', 'password');
  const { status, kind, detail } = failed;
  if (status === 0 || kind === 'network') return message('network', 'password');
  if (status === 401) return message('credentials', 'password', detail);
  if (status === 403) return message('forbidden', 'captcha', detail);
  if (status === 406) return message('captcha', 'captcha');
  if (status === 429) return message('busy', 'password', detail);
  if (status === 441) return message('invalid', 'password', detail);
  if (status === 442) return message('invalid', 'password', detail, true);
  if (status >= 500) return message('server', 'password');
  return message('invalid', 'username', status === 400 ? detail : '');
}

/** What a failed call for a one-time code says; the fields that the server named are the form's to show. */
export function codeMessage(failed: FailedCall | null): Pick<SignInMessage, 'key' | 'detail'> {
  if (!failed) return { key: 'unexpected', detail: '' };
  const { status, kind, detail } = failed;
  if (status === 429) return { key: 'busy', detail };
  // 503 is also the server's word for "nobody sends text messages here".
  if (status === 0 || kind === 'network') return { key: 'network', detail: status === 503 ? detail : '' };
  if (status >= 500) return { key: 'server', detail: '' };
  return { key: 'invalid', detail };
}
