// Draws the blocks of a help page. Text is only ever text; a refused link has no address.
import { createContext, Fragment, use } from 'react';
import { highlight } from '../logic/highlight';
import type { Block, Inline } from '../logic/markdown';
import { VOID_ADDRESS } from '../logic/safe-link';
import { helpIcon } from './help-icons';
import classes from './help-text.module.css';

const isOurs = (href: string) => (href.startsWith('/') && !/^\/[/\\]/.test(href)) || href.startsWith('#');

/** What is searched for. */
const Word = createContext('');

function Words({ text }: { text: string }) {
  const word = use(Word);
  return highlight(text, word).map((part, i) =>
    part.found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move among each other
      <mark key={i}>{part.text}</mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={i}>{part.text}</Fragment>
    ),
  );
}

function Piece({ piece }: { piece: Inline }) {
  if (piece.kind === 'icon') {
    const Icon = helpIcon(piece.name);
    return Icon ? (
      <span className={classes.icon} aria-hidden>
        <Icon size={16} stroke={1.6} />
      </span>
    ) : (
      piece.text
    );
  }
  const words = <Words text={piece.text} />;
  if (piece.kind === 'bold') return <strong>{words}</strong>;
  if (piece.kind === 'code') return <code dir="ltr">{words}</code>;
  if (piece.kind === 'text') return words;
  if (piece.href === VOID_ADDRESS) return <span>{words}</span>;
  if (isOurs(piece.href)) return <a href={piece.href}>{words}</a>;
  return (
    <a href={piece.href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}

/** Pieces never move among each other, so their place is their key. */
const pieces = (content: Inline[]) =>
  content.map((piece, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={i}>
      <Piece piece={piece} />
    </Fragment>
  ));

function One({ block, folder }: { block: Block; folder: string }) {
  if (block.kind === 'paragraph') return <p>{pieces(block.content)}</p>;
  if (block.kind === 'heading') {
    // The dialog's own title is the first level.
    const Tag = `h${block.level + 1}` as 'h2' | 'h3' | 'h4';
    return <Tag>{pieces(block.content)}</Tag>;
  }
  if (block.kind === 'list') {
    const Tag = block.ordered ? 'ol' : 'ul';
    return (
      <Tag>
        {block.items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never move
          <li key={i}>{pieces(item)}</li>
        ))}
      </Tag>
    );
  }
  const src = block.src.startsWith('/') ? block.src : `${folder}${block.src}`;
  return (
    <figure className={classes.figure}>
      {block.kind === 'film' ? (
        // biome-ignore lint/a11y/useMediaCaption: the films are silent; the text below says what they show
        <video src={src} controls preload="metadata" aria-label={block.text} />
      ) : (
        // biome-ignore lint/performance/noImgElement: a static file of any size, shown as it is
        <img src={src} alt={block.text} loading="lazy" />
      )}
      {block.text && (
        <figcaption aria-hidden>
          <Words text={block.text} />
        </figcaption>
      )}
    </figure>
  );
}

export interface HelpTextProps {
  blocks: Block[];
  /** Where files without a folder of their own lie, with a slash at the end. */
  folder: string;
  /** What is searched for; every place of it is marked. */
  word?: string;
}

export function HelpText({ blocks, folder, word = '' }: HelpTextProps) {
  return (
    <Word value={word}>
      <div className={classes.text}>
        {blocks.map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
          <One key={i} block={block} folder={folder} />
        ))}
      </div>
    </Word>
  );
}
