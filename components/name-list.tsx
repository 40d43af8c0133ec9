// The first of several names in one line; the others are counted, and told where the pointer rests.
'use client';
import { useFormat } from '@/lib/i18n/use-format';

/** So many names are told. */
const MAX_NAMED = 2;

export interface NameListProps {
  names: readonly string[];
  /** "and n more". */
  more: (count: number) => string;
}

export function NameList({ names, more }: NameListProps) {
  const { comma, listed } = useFormat();
  const rest = names.length - MAX_NAMED;
  return (
    <span title={listed(names)}>
      {names.slice(0, MAX_NAMED).map((name, i) => (
        <span key={name}>
          {i > 0 && comma}
          <bdi>{name}</bdi>
        </span>
      ))}
      {rest > 0 && ` ${more(rest)}`}
    </span>
  );
}
