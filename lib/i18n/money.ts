// Prices as the product writes them: toman, with "/" between the thousands, in every language and place.
import { formatNumber } from './digits';
import type { Lang } from './lang';

const RIALS_A_TOMAN = 10;

/** Rials as toman, in the reader's digits. */
export const toman = (lang: Lang, rials: number): string =>
  formatNumber(lang, Math.round(rials / RIALS_A_TOMAN))
    .split(/[,\u066c]/)
    .join('/');
