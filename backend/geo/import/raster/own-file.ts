// The raster of an upload under a name of ours, alone in a folder with what says its place: a world file and a .prj of its archive.
import { copyFile, link, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportProblem } from '../problems';
import { openZip, type ZipEntry } from '../zip';

const TIFF = /\.tiff?$/i;
/** Bytes of a world file or of a coordinate system's text. */
const MAX_TEXT = 64 * 1024;

const extensionOf = (name: string) => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const WORLD_FILES = new Set(['tfw', 'tifw', 'tiffw', 'wld']);

/** Entries of an archive that holds pictures and what belongs to them, and no records. */
async function picturesOf(path: string): Promise<ZipEntry[]> {
  const zip = await openZip(path);
  try {
    const pictures = zip.entries.filter(({ name }) => TIFF.test(name));
    return zip.entries.some(({ name }) => /\.(shp|gdb|gpkg|tab)$/i.test(name)) ? [] : pictures;
  } finally {
    zip.close();
  }
}

/** Whether an upload is a raster: a TIFF by its name, or an archive with one. */
export async function isRaster(path: string, fileName: string): Promise<boolean> {
  if (TIFF.test(fileName)) return true;
  if (!/\.zip$/i.test(fileName)) return false;
  // What is wrong with an archive is told by whoever opens it for its records.
  const pictures = await picturesOf(path).catch(() => []);
  if (pictures.length > 1) throw new ImportProblem('rasterSeveral');
  return pictures.length === 1;
}

export interface OwnFile {
  folder: string;
  /** The TIFF's path. */
  own: string;
  /** The coordinate system that lies beside it. */
  prj: string | null;
}

async function unpack(path: string, folder: string, _own: string, signal?: AbortSignal): Promise<string | null> {
  const zip = await openZip(path, signal);
  try {
    const picture = zip.entries.find(({ name }) => TIFF.test(name));
    if (!picture) throw new ImportProblem('wrong_type');
    await zip.extract(picture, folder, 'input.tif');
    const stem = picture.name.replace(TIFF, '').toLowerCase();
    const beside = (fits: (extension: string) => boolean) =>
      zip.entries.find(({ name, size }) => size <= MAX_TEXT && name.toLowerCase().startsWith(`${stem}.`) && fits(extensionOf(name))); // biome-ignore format: one line
    const world = beside((extension) => WORLD_FILES.has(extension));
    if (world) await zip.extract(world, folder, 'input.tfw');
    const system = beside((extension) => extension === 'prj');
    return system ? await readFile(await zip.extract(system, folder, 'input.prj'), 'utf8') : null;
  } finally {
    zip.close();
  }
}

/** Puts the raster of an upload into a folder of its own in `scratch`, which the caller removes. */
export async function ownFile(path: string, fileName: string, scratch: string, signal?: AbortSignal): Promise<OwnFile> {
  const folder = await mkdtemp(join(scratch, 'tiff-'));
  const own = join(folder, 'input.tif');
  try {
    if (/\.zip$/i.test(fileName)) return { folder, own, prj: await unpack(path, folder, own, signal) };
    await link(path, own).catch(() => copyFile(path, own));
    return { folder, own, prj: null };
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}
