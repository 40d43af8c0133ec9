// What somebody wrote: each paragraph in its own direction, addresses as links, nothing else of it is markup.
'use client';
import Link from 'next/link';
import { partsOf, targetOf } from '../logic/links';

function Part({ text, link }: { text: string; link: string | null }) {
  if (!link) return text;
  const target = targetOf(link, location.origin);
  return target ? (
    <Link href={target.href} prefetch={false} dir="ltr">
      {text}
    </Link>
  ) : (
    <a href={link} target="_blank" rel="noopener noreferrer" dir="ltr">
      {text}
    </a>
  );
}

export function LinkedText({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className}>
      {text.split('\n').map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other name
        <p key={i} dir="auto">
          {line === '' ? (
            <br />
          ) : (
            partsOf(line).map((part, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have parts of a line
              <Part key={j} {...part} />
            ))
          )}
        </p>
      ))}
    </div>
  );
}
