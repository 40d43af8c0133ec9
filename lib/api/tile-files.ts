// The web process's files of tiles, which it tells and serves by itself.
import type { FileOffer } from '../base-maps/files';
import { headersOf } from './client';
import { errorOf, networkError } from './errors';

/** What some files of tiles hold; all of the folder where none is named, which superusers may ask for. Throws CallError. */
export async function readTileFiles(names: readonly string[], signal?: AbortSignal): Promise<FileOffer[]> {
  const query = new URLSearchParams(names.map((name) => ['file', name]));
  let response: Response;
  try {
    response = await fetch(`/base-map/own/?${query}`, {
      headers: headersOf({ method: 'GET' }),
      credentials: 'same-origin',
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  }
  if (!response.ok) throw errorOf(response.status, null, response.headers.get('x-request-id'));
  return (await response.json()) as FileOffer[];
}
