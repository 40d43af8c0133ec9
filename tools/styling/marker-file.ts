// A file of a marker made small enough for a map, with what is transparent in it.

export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml';
/** Pixels of its longer side: enough for the largest mark on a fine screen. */
const SIDE = 192;

const load = (address: string): Promise<HTMLImageElement | null> => {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => image,
    () => null,
  );
};

/** A PNG as a data address; null for what is no picture. */
export const pictureOf = async (file: File): Promise<string | null> => {
  const address = URL.createObjectURL(file);
  const image = await load(address);
  URL.revokeObjectURL(address);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!image || !pen || image.naturalWidth === 0 || image.naturalHeight === 0) return null;
  const scale = Math.min(1, SIDE / Math.max(image.naturalWidth, image.naturalHeight));
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
};
