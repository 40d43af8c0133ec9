// Draws the blocks of a help page. Text is only ever text; a refused link has no address.
import { Fragment } from 'react';
import type { Block, Inline } from '../logic/markdown';
import { VOID_ADDRESS } from '../logic/safe-link';
import classes from './help-text.module.css';

const isOurs = (href: string) => (href.startsWith('/') && !/^\/[/\\]/.test(href)) || href.startsWith('#');

function Piece({ piece }: { piece: Inline }) {
  if (piece.kind === 'bold') return <strong>{piece.text}</strong>;
  if (piece.kind === 'code') return <code dir="ltr">{piece.text}</code>;
  if (piece.kind === 'text') return piece.text;
  if (piece.href === VOID_ADDRESS) return <span>{piece.text}</span>;
  if (isOurs(piece.href)) return <a href={piece.href}>{piece.text}</a>;
  return (
    <a href={piece.href} target="_blank" rel="noopener noreferrer">
      {piece.text}
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

function One({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{pieces(block.content)}</p>;
  if (block.kind === 'heading') {
    // The dialog's own title is the first level.
    const Tag = `h${block.level + 1}` as 'h2' | 'h3' | 'h4';
    return <Tag>{pieces(block.content)}</Tag>;
  }
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

export function HelpText({ blocks }: { blocks: Block[] }) {
  return (
    <div className={classes.text}>
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
        <One key={i} block={block} />
      ))}
    </div>
  );
}
