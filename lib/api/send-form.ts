// A form with a large file, sent with its progress, which fetch does not tell.
import type { Output, Row } from '../../contract/define';
import { addressOf, formOf, headersOf, wire } from './client';
import { CallError, errorOf, networkError } from './errors';

export interface SendOptions {
  /** Of the row's path. */
  params?: Record<string, number>;
  signal: AbortSignal;
  /** Of 100, by bytes that have left. */
  onProgress: (percent: number) => void;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** One attempt: the status, the parsed body and the request's id. */
function attempt(row: Row, body: unknown, { params, signal, onProgress }: SendOptions) {
  return new Promise<{ status: number; body: unknown; requestId: string | null }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(row.method, addressOf(row, { params } as never));
    for (const [name, value] of Object.entries(headersOf(row))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (100 * loaded) / total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        body: parse(request.responseText),
        requestId: request.getResponseHeader('x-request-id'),
      });
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(new CallError('cancelled', 0, '', 'cancelled', {}, null, null));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(formOf(body));
  });
}

/** Sends the parts of a form. A 401 renews the session once and sends again. Throws CallError, never anything else. */
export async function sendForm<R extends Row>(
  row: R,
  body: unknown,
  options: SendOptions,
  again = true,
): Promise<Output<R>> {
  const answer = await attempt(row, body, options);
  if (answer.status >= 200 && answer.status < 300) return row.ok.parse(answer.body) as Output<R>;
  const failure = errorOf(answer.status, answer.body, answer.requestId);
  if (failure.kind === 'authentication') {
    if (again && (await wire.renew())) return sendForm(row, body, options, false);
    wire.onSessionLost();
  }
  throw failure;
}
