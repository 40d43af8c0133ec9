// What the symbols of points are called and found by: its own file of texts, which only those who choose one load.
import { fold } from '../../contract/fold';
import type { Lang } from './lang';

export interface SymbolWords {
  label: string;
  /** Everything that a search may say, label and name among it, folded. */
  search: string;
}

/** Words by a symbol's name. In the files a text is the label, then other words for the same thing. */
export const loadSymbolWords = async (lang: Lang): Promise<ReadonlyMap<string, SymbolWords>> => {
  const { default: texts } = await (lang === 'fa'
    ? import('../../messages/fa/symbols.json')
    : import('../../messages/en/symbols.json'));
  return new Map(
    Object.entries(texts).map(([name, text]) => [
      name,
      { label: text.split(/[,\u060c]/)[0] as string, search: fold(`${text} ${name.replace(/[-_]/g, ' ')}`) },
    ]),
  );
};
