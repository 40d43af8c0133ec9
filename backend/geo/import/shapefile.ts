// The format "zipped shapefile": any number of them, in any folders, with or without .dbf, .prj and .cpg.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldType } from '../../../contract/schemas/form';
import { identifyPrj } from './crs-gdal';
import { type DbfHeader, declaredType, fieldNames, isReadable, readHeader, readRows } from './dbf';
import { chosenEncoding, head, knownEncoding, sniffEncoding } from './encoding';
import { LateRow } from './geometry';
import { ImportProblem, type Warning } from './problems';
import { readShapes, readShpHeader } from './shp';
import type { Column, Crs, Format, Layer, Source } from './types';
import { openZip, type Zip, type ZipEntry } from './zip';

const SAMPLE_BYTES = 1024 ** 2;
/** Code pages by the language byte of a .dbf. */
const LANGUAGES = new Map<number, string>(
  (
    [
      ['cp437', 0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b],
      ['cp850', 0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37],
      ['cp852', 0x1f, 0x22, 0x23, 0x40, 0x64, 0x87],
      ['cp865', 0x08, 0x17, 0x66],
      ['cp866', 0x26, 0x65],
      ['cp932', 0x13, 0x7b],
      ['cp936', 0x4d, 0x7a],
      ['cp949', 0x4e, 0x79],
      ['cp950', 0x4f, 0x78],
      ['windows-874', 0x50, 0x7c],
      ['cp737', 0x6a, 0x86],
      ['cp857', 0x6b, 0x88],
      ['windows-1250', 0xc8],
      ['windows-1251', 0xc9],
      ['windows-1253', 0xcb],
      ['windows-1254', 0xca],
      ['windows-1255', 0x7d],
      ['windows-1256', 0x7e],
      ['windows-1257', 0xcc],
    ] as const
  ).flatMap(([page, ...bytes]) => bytes.map((byte): [number, string] => [byte, page])),
);

interface Parts {
  name: string;
  shp: ZipEntry;
  shx?: ZipEntry;
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
      const [shx, dbf, prj, cpg] = [beside('shx'), beside('dbf'), beside('prj'), beside('cpg')];
      return {
        name: stem.split('/').pop() ?? stem,
        shp,
        ...(shx && { shx }),
        ...(dbf && { dbf }),
        ...(prj && { prj }),
        ...(cpg && { cpg }),
      };
    });
}

function encodingOf(sample: Buffer, header: DbfHeader, cpg: string | null, order: string | undefined): Text {
  if (order) return { encoding: chosenEncoding(order), sure: true };
  const sniffed = sniffEncoding(Buffer.concat([...header.fields.map((f) => f.rawName), sample.subarray(header.start)]));
  const cpgEncoding = cpg ? knownEncoding(cpg) : null;
  // Letters of several bytes that are all valid are no accident, whatever the label says.
  if (sniffed.isProven) return { encoding: 'UTF-8', sure: true };
  if (cpgEncoding && (cpgEncoding !== 'UTF-8' || sniffed.name === 'UTF-8'))
    return { encoding: cpgEncoding, sure: true };
  // A .cpg that claims UTF-8 over bytes that are none is wrong: believing it would turn every letter into a question mark.
  if (cpgEncoding) return { encoding: sniffed.name, sure: false, warning: 'encoding_mismatch' };
  if (sniffed.sure) return { encoding: sniffed.name, sure: true };
  // Bytes of programs that do not look (0x03, 0x57, and the pages of an old screen) are not believed against Persian letters.
  const language = LANGUAGES.get(header.language);
  if (language && !(sniffed.name === 'windows-1256' && /^cp(437|850)$/.test(language)))
    return { encoding: language, sure: true };
  return { encoding: sniffed.name, sure: false, warning: 'encoding_guessed' };
}

async function* rowsOf(
  shp: string,
  shx: string | null,
  dbf: string | null,
  header: DbfHeader | null,
  encoding: string,
  signal?: AbortSignal,
) {
  const attributes = dbf && header ? readRows(dbf, header, encoding) : null;
  let number = 0;
  try {
    for await (const shape of readShapes(shp, shx, signal)) {
      number++;
      const row = attributes ? (await attributes.next()).value : {};
      // Deleted rows are gone for every reader of shapefiles.
      if (row === null) continue;
      yield new LateRow(number, row ?? {}, shape);
    }
  } finally {
    await attributes?.return(undefined);
  }
}

const columnOf = (name: string, declared: FieldType | undefined): Column => ({ name, ...(declared && { declared }) });

async function openOne(parts: Parts, zip: Zip, source: Source, warnings: Set<Warning>): Promise<Layer & Text> {
  const folder = await mkdtemp(join(source.scratch, 'shp-'));
  const take = (entry: ZipEntry | undefined, name: string) => (entry ? zip.extract(entry, folder, name) : null);
  const shp = await zip.extract(parts.shp, folder, 'a.shp');
  const shx = await take(parts.shx, 'a.shx');
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
      ? header.fields.flatMap((f, i) => (isReadable(f) ? [columnOf(names[i] as string, declaredType(f))] : []))
      : [],
    notes: [
      ...(unread.length > 0 ? [{ code: 'columns' as const, columns: unread }] : []),
      ...(geometry.hasM ? [{ code: 'measures' as const }] : []),
    ],
    ...(geometry.kind !== null &&
      header && {
        known: { kind: geometry.kind, count: header.count, extent: geometry.extent, is3d: geometry.is3d },
      }),
    rows: () => rowsOf(shp, shx, dbf, header, text.encoding, source.signal),
  };
}

/** Layers of one name in several folders get their number, so that an order can tell them apart. */
function uniqueNames<T extends { name: string }>(items: T[]): T[] {
  const countByName = new Map<string, number>();
  return items.map((item) => {
    const times = (countByName.get(item.name) ?? 0) + 1;
    countByName.set(item.name, times);
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
      const shapefileParts = uniqueNames(shapefiles(zip));
      if (shapefileParts.length === 0) {
        const nested = zip.entries.some(({ name }) => /\.(zip|rar|7z|kmz)$/i.test(name));
        throw new ImportProblem(nested ? 'zip_nested' : 'no_shp');
      }
      const warnings = new Set<Warning>();
      const layers = [];
      for (const parts of shapefileParts) layers.push(await openOne(parts, zip, source, warnings));
      const unsure = layers.find((layer) => !layer.sure);
      const main = unsure ?? layers[0];
      return { encoding: main?.encoding ?? 'UTF-8', encodingSure: !unsure, layers, warnings: [...warnings] };
    } finally {
      zip.close();
    }
  },
};
