// The small pictures of layers and groups: taken as data addresses, told by their first bytes, kept in the store under keys of our own.
import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../http/context';
import { FileAnswer } from '../../http/context';
import { dropBytes } from '../../http/drop-bytes';
import { notFound, Refusal } from '../../http/errors';

export const PICTURES = ['icon', 'marker', 'logo'] as const;
export type PictureKind = (typeof PICTURES)[number];
export const MAX_PICTURE = 512 * 1024;

const KEY = /^(?:layers|groups)\/\d+\/[a-z]+-[0-9a-f-]{36}$/;

/** The media type by the first bytes; null for anything but PNG, JPEG and WebP. The sender's own word for it counts for nothing. */
export function pictureType(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return null;
}

/** What came in, ready to be kept: the name of one of our own pictures, or bytes. Refuses what is no small picture. */
export function readPicture(picture: string): string | Buffer {
  if (!picture.startsWith('data:')) return picture;
  const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
  if (bytes.length > MAX_PICTURE || !pictureType(bytes)) throw new Refusal(400, 'picture');
  return bytes;
}

export type PictureSet = Partial<Record<PictureKind, string | null>>;

/** Keeps one picture of something in the store's folder `folder` and returns what its column holds: a key, a name, or null. */
export async function keepPicture(
  ctx: Ctx,
  folder: `${'layers' | 'groups'}/${number}`,
  kind: PictureKind,
  picture: string | null,
): Promise<string | null> {
  const read = picture === null ? null : readPicture(picture);
  if (read === null || typeof read === 'string') return read;
  const key = `${folder}/${kind}-${randomUUID()}`;
  await ctx.storage.put(key, read);
  return key;
}

/** Keeps the pictures of a layer and answers what its columns hold. */
export async function keepPictures(
  ctx: Ctx,
  layer: number,
  pictures: { [K in PictureKind]?: string | null | undefined },
): Promise<PictureSet> {
  // What one of them is refused for is told before another is kept.
  for (const kind of PICTURES) if (pictures[kind]) readPicture(pictures[kind]);
  const set: PictureSet = {};
  for (const kind of PICTURES) {
    const picture = pictures[kind];
    if (picture !== undefined) set[kind] = await keepPicture(ctx, `layers/${layer}`, kind, picture);
  }
  return set;
}

/** Forgets pictures that no layer shows any more. A failure leaves a file that nobody finds, and is logged. */
export async function dropPictures(ctx: Ctx, keys: readonly (string | null | undefined)[]): Promise<void> {
  await dropBytes(ctx, keys.filter((key) => key && KEY.test(key)) as string[]);
}

/** A marker's fragment is another one for another picture, so that no map keeps drawing the former. */
const versionOf = (kind: PictureKind, key: string) => (kind === 'marker' ? `#${key.slice(-8)}` : '');

/** What the wire says of a group's column. */
export const logoAddress = (group: number, column: string | null): string | null =>
  column !== null && KEY.test(column) ? `layergroup/${group}/logo/#${column.slice(-8)}` : column;

/** What the wire says of a layer's column: the name of one of our pictures, or the path that gives the layer's own. */
export const pictureAddress = (layer: number, kind: PictureKind, column: string | null): string | null =>
  column !== null && KEY.test(column) ? `layer/${layer}/${kind}/${versionOf(kind, column)}` : column;

export async function pictureAnswer(ctx: Ctx, kind: PictureKind, column: string | null): Promise<FileAnswer> {
  if (column === null || !KEY.test(column) || !(await ctx.storage.exists(column))) throw notFound();
  const bytes = Buffer.from(await ctx.storage.getBytes(column));
  const type = pictureType(bytes);
  if (!type) throw notFound();
  return new FileAnswer(bytes, type, `${kind}.${type.slice(6)}`);
}
