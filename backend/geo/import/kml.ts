// The format KML (and KMZ, which is KML in a zip): placemarks with their folder, name, description and extended data.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Single } from '../../../contract/schemas/form';
import { decode, head, sniffText, textOf } from './encoding';
import { ImportProblem, type Warning } from './problems';
import type { Format, Opened, RawRow } from './types';
import { type Element, elements } from './xml';
import { openZip } from './zip';

const GEOMETRY = new Set(['Point', 'LineString', 'LinearRing', 'Polygon', 'MultiGeometry', 'Track', 'MultiTrack']);
const OVERLAYS = new Set(['GroundOverlay', 'PhotoOverlay', 'ScreenOverlay']);

function positions(element: Element | undefined): number[][] {
  const text = element?.children.find((c) => c.name === 'coordinates')?.text.trim() ?? '';
  // Some programs put blanks after the commas of one position.
  const tuples = text.replace(/\s+/g, ' ').replace(/ ?, ?/g, ',');
  return text === '' ? [] : tuples.split(' ').map((tuple) => tuple.split(',').map(number));
}

const number = (text: string) => (text === '' ? Number.NaN : Number(text));

function geometryOf(element: Element): unknown {
  const inside = (name: string) => element.children.filter((c) => c.name === name);
  const ring = (boundary: Element) => positions(boundary.children.find((c) => c.name === 'LinearRing'));
  switch (element.name) {
    case 'Point':
      return { type: 'Point', coordinates: positions(element)[0] ?? [] };
    case 'LineString':
    case 'LinearRing':
      return { type: 'LineString', coordinates: positions(element) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: [...inside('outerBoundaryIs'), ...inside('innerBoundaryIs')].map(ring) };
    case 'Track': {
      const path = inside('coord').map(({ text }) => text.trim().split(/\s+/).map(number));
      return path.length === 1 ? { type: 'Point', coordinates: path[0] } : { type: 'LineString', coordinates: path };
    }
    default:
      return {
        type: 'GeometryCollection',
        geometries: element.children.filter((c) => GEOMETRY.has(c.name)).map(geometryOf),
      };
  }
}

/** The times at which the tracks of a geometry were walked, in their order. */
const timesOf = ({ name, text, children }: Element): string[] => (name === 'when' ? [text] : children.flatMap(timesOf));

function rowOf(row: number, placemark: Element, folder: string): RawRow {
  const values: Record<string, Single> = {};
  const put = (name: string | undefined, value: string | undefined) => {
    if (name) values[name] = value?.trim() || null;
  };
  const child = (of: Element, name: string) => of.children.find((c) => c.name === name);
  put('name', child(placemark, 'name')?.text);
  put('description', child(placemark, 'description')?.text);
  if (folder) put('folder', folder);
  const geometry = placemark.children.find((c) => GEOMETRY.has(c.name));
  const times = geometry ? timesOf(geometry) : [];
  const [stamp, span] = [child(placemark, 'TimeStamp'), child(placemark, 'TimeSpan')];
  if (stamp) put('when', child(stamp, 'when')?.text);
  if (span) for (const end of ['begin', 'end']) put(end, child(span, end)?.text);
  if (times.length > 0) {
    put('begin', times[0]);
    put('end', times.at(-1));
  }
  for (const data of child(placemark, 'ExtendedData')?.children ?? []) {
    if (data.name === 'Data') put(data.attributes.name, child(data, 'value')?.text);
    for (const simple of data.children) if (simple.name === 'SimpleData') put(simple.attributes.name, simple.text);
  }
  return { row, values, geometry: geometry ? geometryOf(geometry) : null, ...(times.length > 2 && { lost: 'tracks' }) };
}

/** Where a link leads. */
const hrefOf = ({ children }: Element): string => {
  const link = children.find((c) => c.name === 'Link' || c.name === 'Url');
  return link?.children.find((c) => c.name === 'href')?.text.trim() ?? '';
};

const WANTED = new Set(['Placemark', 'name', 'NetworkLink', ...OVERLAYS]);

async function* rows(
  path: string,
  encoding: string,
  signal?: AbortSignal,
  onWarning?: (warning: Warning) => void,
  inside?: ReadonlySet<string>,
): AsyncGenerator<RawRow> {
  let row = 0;
  // The names of the folders that are open, by their depth.
  let folders: { depth: number; name: string }[] = [];
  for await (const { element, path: around } of elements(textOf(path, encoding, signal), WANTED)) {
    if (element.name === 'NetworkLink' && !inside?.has(hrefOf(element))) onWarning?.('network_link');
    if (OVERLAYS.has(element.name)) onWarning?.('overlays');
    folders = folders.filter((f) => f.depth <= around.length);
    if (element.name === 'name' && around[around.length - 1] === 'Folder') {
      folders = [
        ...folders.filter((f) => f.depth < around.length),
        { depth: around.length, name: element.text.trim() },
      ];
    }
    if (element.name === 'Placemark') yield rowOf(++row, element, folders.map((f) => f.name).join(' / '));
  }
}

/** KML is UTF-8 unless its first line says otherwise. */
function encodingOf(start: Buffer): string {
  const sniffed = sniffText(start).name;
  if (sniffed.startsWith('utf-16')) return sniffed;
  const declaredEncoding = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(start.toString('latin1', 0, 200))?.[1];
  return declaredEncoding && /^windows-125\d$/i.test(declaredEncoding) ? declaredEncoding.toLowerCase() : 'UTF-8';
}

/** `inside`: names of the archive that a link may lead to without leaving the file. */
async function openKml(
  path: string,
  fileName: string,
  signal?: AbortSignal,
  inside?: ReadonlySet<string>,
): Promise<Opened> {
  const start = await head(path, 4096);
  const encoding = encodingOf(start);
  const text = decode(start, encoding);
  if (/<!DOCTYPE/i.test(text)) throw new ImportProblem('xml_doctype');
  const opened: Opened = {
    encoding,
    encodingSure: true,
    warnings: [],
    layers: [
      {
        name: fileName.replace(/\.[^.]*$/, ''),
        crs: { srid: 4326, text: 'WGS 84' },
        columns: null,
        textual: true,
        table: false,
        rows: () =>
          rows(
            path,
            encoding,
            signal,
            (warning) => {
              if (!opened.warnings.includes(warning)) opened.warnings.push(warning);
            },
            inside,
          ),
      },
    ],
  };
  return opened;
}

export const kml: Format = {
  id: 'kml',
  extensions: ['kml'],
  detect: (start) => /<(\w+:)?kml[\s>]/.test(decode(start, encodingOf(start))),
  open: ({ path, fileName, signal }) => openKml(path, fileName, signal),
};

export const kmz: Format = {
  id: 'kmz',
  extensions: ['kmz'],
  detect: (start) => start.toString('latin1', 0, 2) === 'PK',
  async open({ path, fileName, scratch, signal }) {
    const zip = await openZip(path, signal);
    try {
      // The standard's main document is the first .kml of the archive, by convention doc.kml.
      const documents = zip.entries.filter(({ name }) => /\.kml$/i.test(name));
      const main = documents.find(({ name }) => /^doc\.kml$/i.test(name)) ?? documents[0];
      if (!main) throw new ImportProblem('no_datasets');
      // Some programs keep each layer in a document of its own, which the main one links to.
      const inside = new Set(zip.entries.map(({ name }) => name));
      const folder = await mkdtemp(join(scratch, 'kmz-'));
      const opened: Opened[] = [];
      for (const [i, document] of [main, ...documents.filter((d) => d !== main)].entries()) {
        const path = await zip.extract(document, folder, `${i}.kml`);
        const isKml = await kml.detect(await head(path, 4096), path);
        if (!isKml && document === main) throw new ImportProblem('broken_file', 'no KML inside');
        const name = document === main ? fileName : (document.name.split('/').pop() ?? document.name);
        if (isKml) opened.push(await openKml(path, name, signal, inside));
      }
      const [first, ...others] = opened as [Opened, ...Opened[]];
      // Warnings come while rows are read, into the list of their own document.
      for (const other of others) other.warnings = first.warnings;
      return { ...first, layers: opened.flatMap(({ layers }) => layers) };
    } finally {
      zip.close();
    }
  },
};
