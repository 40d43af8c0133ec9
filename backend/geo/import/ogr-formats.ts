// Formats that GDAL alone reads: GML, DXF, FlatGeobuf and zipped File Geodatabases. What GDAL is given has been looked at.
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, head, sniffEncoding, textOf } from './encoding';
import { checkSize, openOgr, ownName } from './ogr';
import { ImportProblem, stopIfCancelled } from './problems';
import type { Format, Layer, Source } from './types';
import { openZip, type ZipEntry } from './zip';

/** A single file under a name of ours, in a folder of its own. */
async function openFile(source: Source, name: string, textual = false, unnamed: readonly string[] = []) {
  await checkSize(source.path);
  // GDAL looks at what a file says, not at its name: files that send it to other files and servers begin like this.
  if (
    /<(OGR|GDAL)\w+DataSource|<(\w+:)?WFS_Capabilities|<(VRT|GDAL_|SXF)/i.test(
      (await head(source.path, 4096)).toString('latin1'),
    )
  )
    throw new ImportProblem('wrong_type', 'a list of sources');
  const folder = await mkdtemp(join(source.scratch, 'ogr-'));
  return openOgr(source, await ownName(source.path, folder, name), folder, textual, unnamed);
}

/** A driver names layers by its own words; a person knows the file's. */
const named = (layers: Layer[], fileName: string): Layer[] =>
  layers.length === 1 ? layers.map((layer) => ({ ...layer, name: fileName.replace(/\.[^.]*$/, '') })) : layers;

const textStart = (start: Buffer) => decode(start, sniffEncoding(start).name);

/** Refuses a document type anywhere in the text: entities and outside files are never read. */
async function refuseDoctype({ path, signal }: Source): Promise<void> {
  const encoding = sniffEncoding(await head(path, 4096)).name;
  let end = '';
  for await (const piece of textOf(path, encoding, signal)) {
    stopIfCancelled(signal);
    const text = end + piece;
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new ImportProblem('xml_doctype');
    end = text.slice(-16);
  }
}

/** Corners of a feature's own box, which the driver lists as columns without giving their values. */
const BOUNDS = ['lowerCorner', 'upperCorner'];

export const gml: Format = {
  id: 'gml',
  extensions: ['gml'],
  detect: (start) => {
    const text = textStart(start);
    return /^\s*</.test(text) && /opengis\.net\/(gml|wfs)/.test(text);
  },
  async open(source) {
    await refuseDoctype(source);
    // The driver is told (gdal.ts) to take every value as text, so that it types no Jalali day.
    return openFile(source, 'input.gml', true, BOUNDS);
  },
};

export const dxf: Format = {
  id: 'dxf',
  extensions: ['dxf'],
  detect: (start) =>
    /^\s*(999\s[^\n]*\n\s*)*0\s+SECTION\b/.test(start.toString('latin1')) ||
    start.toString('latin1', 0, 18) === 'AutoCAD Binary DXF',
  async open(source) {
    if (/^AutoCAD Binary/.test((await head(source.path, 18)).toString('latin1')))
      throw new ImportProblem('wrong_type', 'binary DXF');
    const opened = await openFile(source, 'input.dxf');
    // Drawings never say where on earth they lie.
    return { ...opened, layers: named(opened.layers, source.fileName), warnings: ['no_crs'] };
  },
};

export const flatgeobuf: Format = {
  id: 'flatgeobuf',
  extensions: ['fgb'],
  detect: (start) => start.toString('latin1', 0, 4) === 'fgb\u0003' && start.toString('latin1', 4, 7) === 'fgb',
  open: (source) => openFile(source, 'input.fgb'),
};

/** The files of a geodatabase are numbered tables, their indexes and a few fixed names. */
const GDB_FILE = /^[A-Za-z0-9_]{1,40}(\.[A-Za-z0-9_]{1,40}){0,3}$/;

/** Geodatabases of an archive: the entries of each by the folder that they lie in. */
function geodatabases(entries: readonly ZipEntry[]): Map<string, { name: string; entry: ZipEntry }[]> {
  const filesByFolder = new Map<string, { name: string; entry: ZipEntry }[]>();
  for (const entry of entries) {
    const cut = entry.name.lastIndexOf('/');
    const [folder, name] = [entry.name.slice(0, Math.max(cut, 0)), entry.name.slice(cut + 1)];
    if (GDB_FILE.test(name)) filesByFolder.set(folder, [...(filesByFolder.get(folder) ?? []), { name, entry }]);
  }
  for (const [folder, files] of filesByFolder)
    if (!files.some(({ name }) => /^a0000000[1-9]\.gdbtable$/i.test(name))) filesByFolder.delete(folder);
  return filesByFolder;
}

export const filegdb: Format = {
  id: 'filegdb',
  extensions: ['zip'],
  async detect(start, path) {
    if (start.toString('latin1', 0, 2) !== 'PK') return false;
    // What is wrong with an archive is told by the format that takes all the others.
    const zip = await openZip(path).catch(() => null);
    zip?.close();
    return zip !== null && geodatabases(zip.entries).size > 0;
  },
  async open(source) {
    const zip = await openZip(source.path, source.signal);
    try {
      const all = geodatabases(zip.entries);
      const [files] = all.values();
      if (!files) throw new ImportProblem('no_datasets');
      if (all.size > 1) throw new ImportProblem('zip_nested', 'several geodatabases');
      const folder = await mkdtemp(join(source.scratch, 'gdb-'));
      const own = join(folder, 'input.gdb');
      await mkdir(own);
      for (const { name, entry } of files) await zip.extract(entry, own, name);
      return await openOgr(source, own, folder);
    } finally {
      zip.close();
    }
  },
};
