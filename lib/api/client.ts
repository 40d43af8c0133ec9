// The typed client: one function for every row of the contract.
import type { Input, Output, Row } from '../../contract/define';
import { pathOf } from '../../contract/index';
import { takeEarly } from './early/early-reads';
import { CallError, errorOf, networkError } from './errors';

/** Set by the session room: the CSRF token of this page, and what to do when the session turns out to have ended. */
export const wire = {
  csrf: '',
  lang: 'fa',
  onSessionLost: () => {},
  /** The password has to be changed before anything else: whoever is on a screen is led to the change. */
  onMustChange: () => {},
  /** Renews the session once; true when the call is worth repeating. */
  renew: async (): Promise<boolean> => false,
};

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

function toQueryText(values: unknown): string {
  if (!values) return '';
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values as Record<string, unknown>))
    if (value !== undefined && value !== null) search.set(key, Array.isArray(value) ? value.join(',') : String(value));
  const text = search.toString();
  return text && `?${text}`;
}

/** The address of a call below this origin. */
export const addressOf = <R extends Row>(row: R, input: Input<R>): string => {
  const { params, query } = (input ?? {}) as { params?: Record<string, string | number>; query?: unknown };
  return `/api/${pathOf(row, params)}${toQueryText(query)}`;
};

/** The parts of a form; what is absent has none. */
export function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    if (value instanceof Blob) form.append(key, value);
    else if (Array.isArray(value) && value.every((v) => typeof v !== 'object'))
      for (const one of value) form.append(key, String(one));
    else form.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

/** The headers that every call of ours carries. */
export const headersOf = (row: Pick<Row, 'method' | 'background'>): Record<string, string> => ({
  'accept-language': wire.lang,
  ...(row.method === 'GET' ? {} : { 'x-csrftoken': wire.csrf }),
  ...(row.background ? { 'x-background': '1' } : {}),
});

/**
 * Makes a call and returns its parsed body with the response's headers. A 401 renews the session once and repeats
 * the call where its body can be sent again. Throws CallError, never anything else.
 */
export async function exchange<R extends Row>(
  row: R,
  input: Input<R>,
  options: CallOptions = {},
  again = true,
): Promise<{ body: Output<R>; headers: Headers }> {
  const payload = (input as { body?: unknown } | undefined)?.body;
  const json = payload !== undefined && row.as !== 'form';
  let response: Response;
  let body: any;
  try {
    const address = addressOf(row, input);
    const isPlain = row.method === 'GET' && !row.background && !options.headers && again;
    const early = isPlain ? await takeEarly(address) : undefined;
    response =
      early ??
      (await fetch(address, {
        method: row.method,
        headers: { ...headersOf(row), ...(json ? { 'content-type': 'application/json' } : {}), ...options.headers },
        body: payload === undefined ? undefined : json ? JSON.stringify(payload) : formOf(payload),
        credentials: 'same-origin',
        cache: 'no-store',
        signal: options.signal,
      }));
    body =
      response.status === 204
        ? {}
        : row.gives === 'blob' && response.ok
          ? await response.blob()
          : await response.json();
  } catch (error) {
    if (options.signal?.aborted) throw new CallError('cancelled', 0, '', 'cancelled', {}, null, null);
    if (error instanceof SyntaxError) throw errorOf(502, null, null);
    throw networkError();
  }
  if (response.ok)
    return { body: row.gives === 'blob' ? body : (row.ok.parse(body) as Output<R>), headers: response.headers };
  const failure = errorOf(response.status, body, response.headers.get('x-request-id'));
  if (failure.kind === 'authentication' && !row.session) {
    if (again && (await wire.renew())) return exchange(row, input, options, false);
    wire.onSessionLost();
  }
  if (failure.code === 'must_change') wire.onMustChange();
  throw failure;
}

/** Makes a call and returns its parsed body. */
export const call = async <R extends Row>(row: R, input: Input<R>, options?: CallOptions): Promise<Output<R>> =>
  (await exchange(row, input, options)).body;
