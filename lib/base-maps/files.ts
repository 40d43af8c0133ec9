// The deployment's own files of tiles: opened once at the start, told to pages as base maps, and served to whoever is signed in.
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import send from 'send';
import { type BaseMapEntry, isFile } from '../config/base-maps';
import { type Archive, BadArchive, type BaseMapProblem, openArchive } from './archive';

type Name = BaseMapEntry['name'];
/** A base map as the page offers it; `problem` says why one of the configuration cannot be had. */
export type BaseMapOffer = { id: string; name: Name } & (
  | { problem: BaseMapProblem }
  | {
      tiles: string;
      attribution: string;
      link?: string | undefined;
      min_zoom: number;
      max_zoom: number;
      schema: 'protomaps' | 'openmaptiles' | null;
      night: boolean;
    }
);

/** Addresses of these files: `/base-map/own/<id>-<version>.pmtiles`, `/base-map/own/<id>-<version>/<z>/<x>/<y>`. */
const ADDRESS = /^\/base-map\/own\/([a-z][a-z0-9-]*)-([0-9a-z]+)(?:(\.pmtiles)|\/(\d{1,2})\/(\d{1,8})\/(\d{1,8}))$/;
const CACHE = 'private, max-age=31536000, immutable';

export interface BaseMapFiles {
  /** All base maps of the configuration, in its order. */
  offers: BaseMapOffer[];
  /** Whether an address (with its query) is one of a file; what follows is `serve`'s. */
  serves(url: string): boolean;
  /** Answers a request; `person` says whose session its cookies are, null when nobody's: they get nothing. */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    person: (host: string, cookies: string | undefined) => Promise<unknown>,
  ): Promise<void>;
  close(): void;
}

interface OpenFile {
  path: string;
  version: string;
  archive: Archive;
}

/** Opens the files of `entries` in a folder. What cannot be opened is said in one line, and offered with its problem. */
export async function openBaseMaps(
  entries: readonly BaseMapEntry[],
  folder: string,
  say: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Promise<BaseMapFiles> {
  const files = new Map<string, OpenFile>();
  const offers: BaseMapOffer[] = [];
  for (const entry of entries) {
    const { id, name, link, night } = entry;
    if (!isFile(entry)) {
      const { tiles, attribution, max_zoom } = entry;
      offers.push({ id, name, tiles, attribution, link, night, min_zoom: 0, max_zoom, schema: null });
      continue;
    }
    const path = join(folder, entry.file);
    try {
      const archive = await openArchive(path);
      const { mtimeMs, size } = await stat(path);
      // Another file under the same name has another address: what a browser holds is never mixed with it.
      const version = `${Math.round(mtimeMs).toString(36)}${size.toString(36)}`;
      files.set(id, { path, version, archive });
      const base = `/base-map/own/${id}-${version}`;
      offers.push({
        id,
        name,
        tiles: archive.tile ? `${base}/{z}/{x}/{y}` : `pmtiles://${base}.pmtiles/{z}/{x}/{y}`,
        attribution: entry.attribution ?? archive.attribution,
        link,
        night,
        min_zoom: archive.minZoom,
        max_zoom: archive.maxZoom,
        schema: archive.schema,
      });
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error;
      say(`BASE_MAPS: ${entry.file} in DATA_DIR is no base map: ${error.message}`);
      offers.push({ id, name, problem: error.problem });
    }
  }
  const fileAt = (url: string) => {
    const [, id = '', version, whole, ...place] = ADDRESS.exec(url.split('?', 1)[0] as string) ?? [];
    const file = files.get(id);
    return file && file.version === version
      ? { ...file, isWhole: whole !== undefined, place: place.map(Number) as [number, number, number] }
      : null;
  };
  return {
    offers,
    serves: (url) => url.startsWith('/base-map/own/'),
    async serve(request, response, person) {
      const file = fileAt(request.url ?? '');
      if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
      if (!(await person((request.headers.host ?? '').toLowerCase(), request.headers.cookie)))
        return void response.writeHead(401).end();
      if (!file) return void response.writeHead(404).end();
      if (file.isWhole) {
        response.setHeader('cache-control', CACHE);
        return void send(request, file.path, { cacheControl: false, dotfiles: 'allow' }).pipe(response);
      }
      const tile = file.archive.tile?.(...file.place) ?? null;
      if (!tile) return void response.writeHead(404).end();
      response.writeHead(200, {
        'content-type': tile.type,
        'content-length': tile.bytes.length,
        'cache-control': CACHE,
        ...(tile.isGzip ? { 'content-encoding': 'gzip' } : {}),
      });
      response.end(request.method === 'HEAD' ? undefined : tile.bytes);
    },
    close: () => {
      for (const { archive } of files.values()) archive.close();
    },
  };
}
