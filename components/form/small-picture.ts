// A picture made small in the browser, so that any photograph may be chosen: a person's cut to a square, another one whole.

/** Edge of the stored square in pixels: sharp at the largest place where it is shown. */
const EDGE = 256;
const QUALITY = 0.85;
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

/** The largest square in the middle of a picture. */
export function middle(width: number, height: number): { x: number; y: number; edge: number } {
  const edge = Math.min(width, height);
  return { x: (width - edge) / 2, y: (height - edge) / 2, edge };
}

/** The longest side of a whole picture, and the lengths of data addresses that the server takes. */
const LONGEST = 1280;
const MAX_LENGTH = 700_000;
const QUALITIES = [QUALITY, 0.6, 0.4];

/** The size of a whole picture: as it is, or made small to its longest side. */
export function fitted(width: number, height: number, longest = LONGEST): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Browsers that cannot write WebP write PNG instead, which knows no quality: JPEG is tried for them. */
function encode(canvas: HTMLCanvasElement): string | null {
  for (const type of ['image/webp', 'image/jpeg'])
    for (const quality of QUALITIES) {
      const address = canvas.toDataURL(type, quality);
      if (address.length <= MAX_LENGTH) return address;
    }
  return null;
}

/** A data address of the whole picture, no larger than the server takes; null where the file is no picture that this browser can read. */
export async function wholePicture(file: Blob): Promise<string | null> {
  try {
    const image = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, fitted(image.width, image.height));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    return encode(canvas);
  } catch {
    return null;
  }
}

/** A data address of the small square; null where the file is no picture that this browser can read. */
export async function smallPicture(file: Blob): Promise<string | null> {
  try {
    const image = await createImageBitmap(file);
    const { x, y, edge } = middle(image.width, image.height);
    const canvas = document.createElement('canvas');
    canvas.width = EDGE;
    canvas.height = EDGE;
    canvas.getContext('2d')?.drawImage(image, x, y, edge, edge, 0, 0, EDGE, EDGE);
    image.close();
    // Browsers that cannot write WebP write PNG instead; the server takes both.
    return canvas.toDataURL('image/webp', QUALITY);
  } catch {
    return null;
  }
}
