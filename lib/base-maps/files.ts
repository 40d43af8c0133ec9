// The deployment's own files of tiles: told to pages as base maps, and served to whoever is signed in.
import { readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import send from 'send';
import { ARCHIVE_NAME } from '../../contract/schemas/settings';
import { type BaseMapEntry, isFile } from '../config/base-maps';
import { type Archive, BadArchive, type BaseMapProblem, openArchive } from './archive';

type Name = BaseMapEntry['name'];
interface Tiles {
  tiles: string;
  attribution: string;
  min_zoom: number;
  max_zoom: number;
  schema: 'protomaps' | 'openmaptiles' | null;
}
/** A base map as the page offers it; `problem` says why one of the configuration cannot be had. */
export type BaseMapOffer = { id: string; name: Name } & (
  | { problem: BaseMapProblem }
  | (Tiles & { link?: string | undefined; night: boolean })
);
/** A file of tiles as the browser is told of it. */
export type FileOffer = { file: string } & ({ problem: BaseMapProblem } | Tiles);

/** Below it lie `<version>/<file>`, `<version>/<file>/<z>/<x>/<y>`, and by itself the list of the files (`?file=` for some of them). */
export const FILES_PATH = '/base-map/own/';
const ADDRESS = /^([0-9a-z]+)\/([\w][\w.-]*)(?:\/(\d{1,2})\/(\d{1,8})\/(\d{1,8}))?$/;
const CACHE = 'private, max-age=31536000, immutable';
/** Files that one request may ask for, and that a list holds. */
const MAX_FILES = 50;

/** Whose session a request's cookies are; null when nobody's. */
type Person = (host: string, cookies: string | undefined) => Promise<{ su: boolean } | null>;

export interface BaseMapFiles {
  /** All base maps of the configuration, in its order. */
  offers: BaseMapOffer[];
  /** Whether an address (with its query) is one of a file; what follows is `serve`'s. */
  serves(url: string): boolean;
  /** Answers a request of somebody who is signed in; others get nothing. The whole list is for superusers. */
  serve(request: IncomingMessage, response: ServerResponse, person: Person): Promise<void>;
  close(): void;
}

interface OpenFile {
  path: string;
  version: string;
  archive: Archive;
}

/** The archives of a folder, opened when they are first asked for and again when they have changed. */
function createFolder(folder: string) {
  const files = new Map<string, { version: string; opening: Promise<OpenFile> }>();
  const closeFile = ({ opening }: { opening: Promise<OpenFile> }) =>
    void opening.then(({ archive }) => archive.close()).catch(() => undefined);
  /** Throws BadArchive. */
  async function open(name: string): Promise<OpenFile> {
    const path = join(folder, name);
    const about = await stat(path).catch(() => null);
    // Another file under the same name has another address: what a browser holds is never mixed with it.
    const version = about ? `${Math.round(about.mtimeMs).toString(36)}${about.size.toString(36)}` : '';
    const before = files.get(name);
    if (before?.version === version) return before.opening;
    if (before) closeFile(before);
    const opening = openArchive(path).then((archive) => ({ path, version, archive }));
    files.set(name, { version, opening });
    return opening;
  }
  async function offer(file: string): Promise<FileOffer> {
    try {
      const { version, archive } = await open(file);
      const base = `${FILES_PATH}${version}/${file}`;
      return {
        file,
        tiles: archive.tile ? `${base}/{z}/{x}/{y}` : `pmtiles://${base}/{z}/{x}/{y}`,
        attribution: archive.attribution,
        min_zoom: archive.minZoom,
        max_zoom: archive.maxZoom,
        schema: archive.schema,
      };
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error;
      return { file, problem: error.problem };
    }
  }
  return {
    open,
    offer,
    async at(name: string, version: string): Promise<OpenFile | null> {
      if (!ARCHIVE_NAME.test(name)) return null;
      const file = files.get(name);
      const opening = file?.version === version ? file.opening : open(name);
      return opening.then((one) => (one.version === version ? one : null)).catch(() => null);
    },
    names: async () => (await readdir(folder)).filter((name) => ARCHIVE_NAME.test(name)).slice(0, MAX_FILES),
    close: () => {
      for (const file of files.values()) closeFile(file);
    },
  };
}
type Folder = ReturnType<typeof createFolder>;

/** What the configuration's entries come to. A file that cannot be opened is said in one line, and offered with its problem. */
async function offersOf(
  entries: readonly BaseMapEntry[],
  folder: Folder,
  say: (line: string) => void,
): Promise<BaseMapOffer[]> {
  const offers: BaseMapOffer[] = [];
  for (const entry of entries) {
    const { id, name, link, night } = entry;
    if (!isFile(entry)) {
      const { tiles, attribution, max_zoom } = entry;
      offers.push({ id, name, tiles, attribution, link, night, min_zoom: 0, max_zoom, schema: null });
      continue;
    }
    await folder.open(entry.file).catch((error) => {
      if (error instanceof BadArchive) say(`BASE_MAPS: ${entry.file} in DATA_DIR is no base map: ${error.message}`);
    });
    const { file: _, ...offer } = await folder.offer(entry.file);
    if ('problem' in offer) offers.push({ id, name, ...offer });
    else offers.push({ id, name, ...offer, link, night, attribution: entry.attribution ?? offer.attribution });
  }
  return offers;
}

/** Opens the files of `entries` in a folder, and any other one of it that is asked for. */
export async function openBaseMaps(
  entries: readonly BaseMapEntry[],
  path: string,
  say: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Promise<BaseMapFiles> {
  const folder = createFolder(path);
  const sendList = async (url: string, isSuperuser: boolean, response: ServerResponse) => {
    const query = new URL(url, 'http://host.invalid').searchParams.getAll('file').slice(0, MAX_FILES);
    if (query.length === 0 && !isSuperuser) return void response.writeHead(403).end();
    const names = query.length > 0 ? query.filter((name) => ARCHIVE_NAME.test(name)) : await folder.names();
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'private, no-store' });
    response.end(JSON.stringify(await Promise.all(names.map(folder.offer))));
  };
  return {
    offers: await offersOf(entries, folder, say),
    serves: (url) => url.startsWith(FILES_PATH),
    async serve(request, response, person) {
      const { url = '', method, headers } = request;
      if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405).end();
      const visitor = await person((headers.host ?? '').toLowerCase(), headers.cookie);
      if (!visitor) return void response.writeHead(401).end();
      const rest = (url.split('?', 1)[0] as string).slice(FILES_PATH.length);
      if (rest === '') return sendList(url, visitor.su, response);
      const [, version = '', name = '', ...place] = ADDRESS.exec(rest) ?? [];
      const file = await folder.at(name, version);
      if (!file) return void response.writeHead(404).end();
      const { tile: read } = file.archive;
      if (place[0] === undefined) {
        if (read) return void response.writeHead(404).end();
        response.setHeader('cache-control', CACHE);
        return void send(request, file.path, { cacheControl: false, dotfiles: 'allow' }).pipe(response);
      }
      const [z = 0, x = 0, y = 0] = place.map(Number);
      const tile = read?.(z, x, y) ?? null;
      if (!tile) return void response.writeHead(404).end();
      response.writeHead(200, {
        'content-type': tile.type,
        'content-length': tile.bytes.length,
        'cache-control': CACHE,
        ...(tile.isGzip ? { 'content-encoding': 'gzip' } : {}),
      });
      response.end(method === 'HEAD' ? undefined : tile.bytes);
    },
    close: folder.close,
  };
}
