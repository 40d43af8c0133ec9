// A picture of a person, cut to a square and made small in the browser, so that any photograph may be chosen.

/** Edge of the stored square in pixels: sharp at the largest place where it is shown. */
const EDGE = 256;
const QUALITY = 0.85;
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

/** The largest square in the middle of a picture. */
export function middle(width: number, height: number): { x: number; y: number; edge: number } {
  const edge = Math.min(width, height);
  return { x: (width - edge) / 2, y: (height - edge) / 2, edge };
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
