// A picture of the product in the theme of the page: both stand there, and a browser loads only the one that is seen.
import Image from 'next/image';
import { useLocale } from 'next-intl';
import classes from './picture.module.css';
import pictures from './pictures.json';

/** Pictures are taken at this size. */
const SIZE = { width: 1200, height: 750 };
const SHADES = ['dark', 'light'] as const;

export const fileOf = (name: keyof typeof pictures): string => `/landing/${pictures[name]}`;

export function Picture({ name, alt }: { name: 'map' | 'edit' | 'table' | 'review'; alt: string }) {
  const lang = useLocale();
  return SHADES.map((shade) => (
    <Image
      key={shade}
      className={classes[shade] ?? ''}
      src={fileOf(`${name}-${lang as 'fa' | 'en'}-${shade}`)}
      alt={alt}
      {...SIZE}
      unoptimized
    />
  ));
}

/** Where the film begins and ends: the same in both themes, as the film is. */
export function Still({ alt }: { alt: string }) {
  return <Image className={classes.picture ?? ''} src={fileOf('still')} alt={alt} {...SIZE} unoptimized />;
}
