// Draws a help page, by react-markdown: markup of the page's own stays text, links follow the product's rule, files are ours alone.
'use client';
import type { Element, ElementContent, Root, Text } from 'hast';
import { type ReactNode, useState } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { FileDialog } from '@/components/files/file-dialog';
import { PICTURE_SIZE } from '../logic/help-picture';
import { highlight } from '../logic/highlight';
import { safeLink, VOID_ADDRESS } from '../logic/safe-link';
import { helpIcon } from './help-icons';
import classes from './help-text.module.css';

const ICON = /(?<![\w:]):([a-z][a-z0-9-]{1,30}):(?![\w:])/;
/** A file of ours by name or from the root; nothing with a scheme, another host, or a way up. */
const FILE = /^\/?(?:[a-z0-9_-]+\/)*[a-z0-9_-]+\.(?:png|jpe?g|webp|gif|svg|mp4)$/i;

const isOurs = (href: string) => (href.startsWith('/') && !/^\/[/\\]/.test(href)) || href.startsWith('#');

const textOf = (value: string): Text => ({ type: 'text', value });
const elementOf = (tagName: string, properties: Element['properties'], children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** Text with each place of the searched word marked. */
const markWord = (text: string, word: string): ElementContent[] =>
  highlight(text, word).map((part) => (part.found ? elementOf('mark', {}, [textOf(part.text)]) : textOf(part.text)));

/** The same with the icons that it names between colons; one that is none of ours stays text. */
const drawIcons = (text: string, word: string): ElementContent[] =>
  text
    .split(ICON)
    .flatMap((part, i) =>
      i % 2 === 0
        ? markWord(part, word)
        : [
            helpIcon(part)
              ? elementOf('span', { className: [classes.icon ?? ''], dataIcon: part }, [])
              : textOf(`:${part}:`),
          ],
    )
    .filter((node) => node.type !== 'text' || node.value !== '');

/** A picture or a film with what it shows below it; the words alone where its file is not one of ours. */
function figureOf({ properties: { src, alt } }: Element, folder: string, word: string): ElementContent[] {
  const [file, words] = [String(src ?? ''), String(alt ?? '')];
  if (!FILE.test(file)) return markWord(words, word);
  const path = file.startsWith('/') ? file : `${folder}${file}`;
  const media = file.toLowerCase().endsWith('.mp4')
    ? elementOf('video', { src: path, controls: true, preload: 'metadata', ariaLabel: words }, [])
    : elementOf('img', { src: path, alt: words, loading: 'lazy' }, []);
  const caption = words === '' ? [] : [elementOf('span', { className: [classes.caption ?? ''], ariaHidden: 'true' }, markWord(words, word))]; // biome-ignore format: one list
  return [elementOf('span', { className: [classes.figure ?? ''] }, [media, ...caption])];
}

/** The page's own film, which plays when it is asked to; or its picture, which a press opens over the screen. */
const pictureOf = ({ src, alt, film }: HelpPicture): Element =>
  film
    ? elementOf('span', { className: [classes.figure ?? ''] }, [
        elementOf('video', { src: film.src, poster: src, controls: true, muted: true, playsInline: true, preload: 'none', ariaLabel: film.name, ...PICTURE_SIZE }, []), // biome-ignore format: one line
        elementOf('span', { className: [classes.caption ?? ''], ariaHidden: 'true' }, [textOf(film.name)]),
      ])
    : elementOf('button', { title: alt, value: src }, [
        elementOf('img', { src, alt, loading: 'lazy', ...PICTURE_SIZE }, []),
      ]);

/** What our pages have beyond Markdown: their picture below the title, marks of the searched word, icons, films. */
const decorate = ({ folder, word, picture }: Omit<HelpTextProps, 'source'> & { word: string }) => {
  const decorateChildren = (parent: Root | Element): void => {
    parent.children = parent.children.flatMap((node): ElementContent[] => {
      if (node.type === 'text') {
        const isCode = parent.type === 'element' && parent.tagName === 'code';
        return isCode ? markWord(node.value, word) : drawIcons(node.value, word);
      }
      if (node.type !== 'element') return node.type === 'doctype' ? [] : [node];
      if (node.tagName === 'img') return figureOf(node, folder, word);
      decorateChildren(node);
      return [node];
    });
  };
  return (root: Root): void => {
    decorateChildren(root);
    const title = root.children.findIndex((node) => node.type === 'element' && node.tagName === 'h1');
    if (picture) root.children.splice(title + 1, 0, pictureOf(picture));
  };
};

/** Esc closes it, and leaves the page beneath it open. */
function OpenPicture({ src, alt, children }: { src: string; alt: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const file = { name: src.slice(src.lastIndexOf('/') + 1), title: alt, href: src, isPicture: true };
  return (
    <>
      <button type="button" className={classes.figure} onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && <FileDialog files={[file]} open={0} onOpen={() => setOpen(false)} />}
    </>
  );
}

const COMPONENTS: Components = {
  // The dialog's own title is the first level.
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  code: ({ children }) => <code dir="ltr">{children}</code>,
  // Markup of a page stays text: a button is our own picture.
  button: ({ title = '', value, children }) => (
    <OpenPicture src={String(value)} alt={title}>
      {children}
    </OpenPicture>
  ),
  a: ({ href, children }) =>
    !href ? (
      <span>{children}</span>
    ) : isOurs(href) ? (
      <a href={href}>{children}</a>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ),
  span: ({ node, children, ...rest }) => {
    const Icon = helpIcon(String(node?.properties.dataIcon ?? ''));
    return Icon ? (
      <span className={classes.icon} aria-hidden>
        <Icon size={16} stroke={1.6} />
      </span>
    ) : (
      <span {...rest}>{children}</span>
    );
  },
};

export interface HelpPicture {
  src: string;
  /** What is seen, in words. */
  alt: string;
  /** Shows a movement; the picture stands for it until it plays. */
  film?: { src: string; name: string };
}

export interface HelpTextProps {
  /** The page as Markdown. */
  source: string;
  /** Where files without a folder of their own lie, with a slash at the end. */
  folder: string;
  /** What is searched for; every place of it is marked. */
  word?: string;
  picture?: HelpPicture | null;
}

export const HelpText = ({ source, folder, word = '', picture = null }: HelpTextProps) => (
  <div className={classes.text}>
    <Markdown
      components={COMPONENTS}
      rehypePlugins={[[decorate, { folder, word, picture }]]}
      urlTransform={(url) => (safeLink(url) === VOID_ADDRESS ? null : url)}
    >
      {source}
    </Markdown>
  </div>
);
