// Sends one file with progress. fetch cannot report what has been sent, so this is the one place that uses axios, loaded when needed.
import { api } from '@/contract/index';
import type { Inspection } from '@/contract/schemas/upload';
import { addressOf, headersOf, wire } from '@/lib/api/client';
import { CallError, errorOf, networkError } from '@/lib/api/errors';

interface Answer {
  status: number;
  data: unknown;
  headers: { get?: unknown } & Record<string, unknown>;
}

/** What a failed transfer means; an answer that is not ours counts as a network that failed. */
function failureOf(error: { code?: string; response?: Answer }): CallError {
  if (error.code === 'ERR_CANCELED') return new CallError('cancelled', 0, '', 'cancelled', {}, null, null);
  if (!error.response) return networkError();
  const { status, data, headers } = error.response;
  const id = headers['x-request-id'];
  return errorOf(status, data, typeof id === 'string' ? id : null);
}

/** Uploads the file and returns what is inside. A session that has ended is renewed once. Throws CallError. */
export async function sendFile(
  file: File,
  onProgress: (loaded: number, total: number) => void,
  signal: AbortSignal,
  again = true,
): Promise<Inspection> {
  const row = api.uploads.upload;
  const form = new FormData();
  form.append('file', file);
  try {
    const { default: axios } = await import('axios');
    if (signal.aborted) throw { code: 'ERR_CANCELED' };
    const { data } = await axios.post<unknown>(addressOf(row, {}), form, {
      headers: headersOf(row),
      signal,
      onUploadProgress: ({ loaded, total }) => onProgress(loaded, total ?? file.size),
    });
    return row.ok.parse(data);
  } catch (error) {
    const failure = failureOf(error as Parameters<typeof failureOf>[0]);
    if (failure.kind !== 'authentication') throw failure;
    if (again && (await wire.renew())) return sendFile(file, onProgress, signal, false);
    wire.onSessionLost();
    throw failure;
  }
}
