// Which picture and which film stand on a help page. Pure.
import films from '../parts/help-films.json';
import pictures from '../parts/help-pictures.json';

/** All of them are taken in one window (scripts/pictures/help). */
export const PICTURE_SIZE = { width: 1200, height: 750 };

/** The address of a page's picture in a language; null where none has been taken. */
export function helpPicture(lang: string, slug: string): string | null {
  const file = (pictures as Record<string, string>)[`${slug}-${lang}`];
  return file ? `/help/pictures/${file}` : null;
}

/** The address of the page's silent film in a language; null where it has none. */
export function helpFilm(lang: string, slug: string): string | null {
  const file = (films as Record<string, string>)[`${slug}-${lang}`];
  return file ? `/help/films/${file}` : null;
}
