// Which picture stands on a help page. Pure.
import pictures from '../parts/help-pictures.json';

/** All of them are taken in one window (scripts/pictures/help). */
export const PICTURE_SIZE = { width: 1200, height: 750 };

/** The address of a page's picture in a language; null where none has been taken. */
export function helpPicture(lang: string, slug: string): string | null {
  const file = (pictures as Record<string, string>)[`${slug}-${lang}`];
  return file ? `/help/pictures/${file}` : null;
}
