// A picture from an address as pixels for a page.
import type { Rgba } from './pdf';

export interface PagePicture {
  canvas: HTMLCanvasElement;
  pixels: Rgba;
}

/** A picture, decoded, at most `maxSide` pixels wide and high; null where it cannot be had. */
export const loadPicture = (address: string, maxSide = Infinity): Promise<PagePicture | null> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onerror = () => resolve(null);
    image.onload = () => {
      const scale = Math.min(1, maxSide / Math.max(image.naturalWidth, image.naturalHeight));
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(image.naturalWidth * scale);
      canvas.height = Math.round(image.naturalHeight * scale);
      const pen = canvas.getContext('2d');
      if (!pen || canvas.width === 0 || canvas.height === 0) return resolve(null);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      const { width, height, data } = pen.getImageData(0, 0, canvas.width, canvas.height);
      resolve({ canvas, pixels: { width, height, data } });
    };
    image.src = address;
  });
