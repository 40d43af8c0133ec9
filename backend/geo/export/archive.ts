// The files of a result as an archive.
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ZipFile } from 'yazl';
import type { Field } from '../../../contract/schemas/form';
import { BOM, csvLine } from './csv';
import type { OutFormat } from './formats';

/** A file name that every system takes. */
export const fileName = (label: string): string =>
  label
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 80) || 'data';

async function* filesOf(path: string, name: string): AsyncGenerator<[string, string]> {
  if (!(await stat(path)).isDirectory()) return yield [path, name];
  for (const entry of await readdir(path)) yield* filesOf(join(path, entry), `${name}/${entry}`);
}

/** All files of a result as an archive, under the layer's name. */
export async function zipOf(path: string, name: string, format: OutFormat, fields: readonly Field[]): Promise<ZipFile> {
  const zip = new ZipFile();
  const folder = join(path, '..');
  const stem = basename(path).replace(/\.[^.]+$/, '');
  for (const entry of await readdir(folder))
    if (entry.startsWith(`${stem}.`))
      for await (const [real, inside] of filesOf(
        join(folder, entry),
        format.id === 'kmz' ? 'doc.kml' : `${name}${entry.slice(stem.length)}`,
      ))
        zip.addFile(real, inside);
  // Names of columns are cut to ten bytes there: what they stand for goes with them.
  if (format.id === 'shp')
    zip.addBuffer(
      Buffer.from(
        BOM + [csvLine(['name', 'label', 'type']), ...fields.map((f) => csvLine([f.name, f.label, f.type]))].join(''),
      ),
      `${name}.fields.csv`,
    );
  zip.end();
  return zip;
}
