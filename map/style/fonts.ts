// The map's own font files: without them Persian labels would depend on what the reader's machine has.
import type { FontFacesSpecification } from 'maplibre-gl';
import type { Lang } from '../types';

export const REGULAR = 'Vazirmatn';
/** MapLibre takes the weight from the family's name. */
export const BOLD = 'Vazirmatn Bold';

/** In Persian, Latin digits of label texts are drawn with Persian shapes; the values stay as they are. */
const faces = (lang: Lang): FontFacesSpecification => {
  const face = (weight: 'Regular' | 'Bold') => [
    ...(lang === 'fa' ? [{ url: `/fonts/Vazirmatn-FD-${weight}.woff2`, 'unicode-range': ['U+30-39'] }] : []),
    { url: `/fonts/Vazirmatn-${weight}.woff2` },
  ];
  return { [REGULAR]: face('Regular'), [BOLD]: face('Bold') };
};

const BY_LANG = { fa: faces('fa'), en: faces('en') };

/** The style's `font-faces`; the same object each time, so that a comparison of styles is quick. */
export const fontFaces = (lang: Lang): FontFacesSpecification => BY_LANG[lang];
