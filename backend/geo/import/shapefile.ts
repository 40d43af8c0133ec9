// The format "zipped shapefile": any number of them, in any folders, with or without .dbf, .prj and .cpg.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyPrj } from './crs-gdal';
import { type DbfHeader, declaredType, fieldNames, isReadable, readHeader, readRows } from './dbf';
import { chosenEncoding, head, knownEncoding, sniffEncoding } from './encoding';
import { ImportProblem, type Warning } from './problems';
import { readGeometries, readShpHeader } from './shp';
import type { Crs, Format, Layer, RawRow, Source } from './types';
import { openZip, type Zip, type ZipEntry } from './zip';

const SAMPLE_BYTES = 1024 ** 2;
/** Language bytes of a .dbf that say something; the usual ones (0x57, 0x03) are written by programs that do not look. */
const LANGUAGES: Record<number, string> = { 126: 'windows-1256', 200: 'windows-1250', 201: 'windows-1251' };

interface Parts {
  name: string;
  shp: ZipEntry;
  dbf?: ZipEntry;
  prj?: ZipEntry;
  cpg?: ZipEntry;
}

interface Text {
  encoding: string;
  sure: boolean;
  warning?: Warning;
}

/** The shapefiles of an archive: files of one name in one folder belong together, whatever the case of their letters. */
function shapefiles(zip: Zip): Parts[] {
  const stems = new Map<string, ZipEntry>();
  for (const entry of zip.entries) stems.set(entry.name.toLowerCase(), entry);
  return zip.entries
    .filter(({ name }) => /\.shp$/i.test(name))
    .map((shp) => {
      const stem = shp.name.slice(0, -4);
      const beside = (ext: string) => stems.get(`${stem}.${ext}`.toLowerCase());
      const [dbf, prj, cpg] = [beside('dbf'), beside('prj'), beside('cpg')];
      return {
        name: stem.split('/').pop() ?? stem,
        shp,
        ...(dbf && { dbf }),
        ...(prj && { prj }),
        ...(cpg && { cpg }),
      };
    });
}

function encodingOf(sample: Buffer, header: DbfHeader, cpg: string | null, order: string | undefined): Text {
  if (order) return { encoding: chosenEncoding(order), sure: true };
  const sniffed = sniffEncoding(Buffer.concat([...header.fields.map((f) => f.rawName), sample.subarray(header.start)]));
  const told = cpg ? knownEncoding(cpg) : null;
  if (told && (told !== 'UTF-8' || sniffed.name === 'UTF-8')) return { encoding: told, sure: true };
  // A .cpg that claims UTF-8 over bytes that are none is wrong: believing it would turn every letter into a question mark.
  if (told) return { encoding: sniffed.name, sure: false, warning: 'encoding_mismatch' };
  if (sniffed.sure) return { encoding: sniffed.name, sure: true };
  const language = LANGUAGES[header.language];
  if (language) return { encoding: language, sure: true };
  return { encoding: sniffed.name, sure: false, warning: 'encoding_guessed' };
}

async function* rowsOf(
  shp: string,
  dbf: string | null,
  header: DbfHeader | null,
  encoding: string,
  signal?: AbortSignal,
) {
  const attributes = dbf && header ? readRows(dbf, header, encoding) : null;
  let number = 0;
  try {
    for await (const geometry of readGeometries(shp, signal)) {
      number++;
      const row = attributes ? (await attributes.next()).value : {};
      // Deleted rows are gone for every reader of shapefiles.
      if (row === null) continue;
      const found: RawRow = { row: number, values: row ?? {}, geometry: geometry ?? null };
      if (geometry === undefined) found.problem = 'bad_geometry';
      yield found;
    }
  } finally {
    await attributes?.return(undefined);
  }
}

async function openOne(parts: Parts, zip: Zip, source: Source, warnings: Set<Warning>): Promise<Layer & Text> {
  const folder = await mkdtemp(join(source.scratch, 'shp-'));
  const take = (entry: ZipEntry | undefined, name: string) => (entry ? zip.extract(entry, folder, name) : null);
  const shp = await zip.extract(parts.shp, folder, 'a.shp');
  const dbf = await take(parts.dbf, 'a.dbf');
  const prj = await take(parts.prj, 'a.prj');
  const cpg = await take(parts.cpg, 'a.cpg');

  const geometry = readShpHeader(await head(shp, 100));
  const sample = dbf ? await head(dbf, SAMPLE_BYTES) : null;
  const header = sample ? readHeader(sample) : null;
  const cpgText = cpg ? (await head(cpg, 100)).toString('latin1') : null;
  const text: Text =
    sample && header ? encodingOf(sample, header, cpgText, source.encoding) : { encoding: 'UTF-8', sure: true };
  if (text.warning) warnings.add(text.warning);
  if (!dbf) warnings.add('no_dbf');

  let crs: Crs = { srid: null, text: null };
  if (!prj) warnings.add('no_prj');
  else {
    crs = await identifyPrj((await head(prj, 20_000)).toString('utf8'), folder, source.signal);
    if (crs.srid === null && !crs.wkt) warnings.add('unknown_crs');
  }
  const names = header ? fieldNames(header, text.encoding) : [];
  const unread = names.filter((_, i) => header?.fields[i] && !isReadable(header.fields[i]));
  return {
    ...text,
    name: parts.name,
    crs,
    textual: false,
    table: false,
    columns: header
      ? header.fields.flatMap((f, i) =>
          isReadable(f) ? [{ name: names[i] as string, declared: declaredType(f) }] : [],
        )
      : [],
    notes: [
      ...(unread.length > 0 ? [{ code: 'columns' as const, columns: unread }] : []),
      ...(geometry.hasM ? [{ code: 'measures' as const }] : []),
    ],
    ...(geometry.kind !== null &&
      header && {
        known: { kind: geometry.kind, count: header.count, extent: geometry.extent, is3d: geometry.is3d },
      }),
    rows: () => rowsOf(shp, dbf, header, text.encoding, source.signal),
  };
}

/** Layers of one name in several folders get their number, so that an order can tell them apart. */
function uniqueNames<T extends { name: string }>(items: T[]): T[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const times = (seen.get(item.name) ?? 0) + 1;
    seen.set(item.name, times);
    return times === 1 ? item : { ...item, name: `${item.name} (${times})` };
  });
}

export const shapefile: Format = {
  id: 'shapefile',
  extensions: ['zip'],
  detect: (start) => start.readUInt16LE(0) === 0x4b50,
  async open(source) {
    const zip = await openZip(source.path, source.signal);
    try {
      const found = uniqueNames(shapefiles(zip));
      if (found.length === 0) {
        const nested = zip.entries.some(({ name }) => /\.(zip|rar|7z|kmz)$/i.test(name));
        throw new ImportProblem(nested ? 'zip_nested' : 'no_shp');
      }
      const warnings = new Set<Warning>();
      const layers = [];
      for (const parts of found) layers.push(await openOne(parts, zip, source, warnings));
      const unsure = layers.find((layer) => !layer.sure);
      const main = unsure ?? layers[0];
      return { encoding: main?.encoding ?? 'UTF-8', encodingSure: !unsure, layers, warnings: [...warnings] };
    } finally {
      zip.close();
    }
  },
};
