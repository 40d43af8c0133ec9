// The first of several names in one line; the others are counted, and told where the pointer rests.

/** So many names are told. */
const MAX_NAMED = 2;

export interface NameListProps {
  names: readonly string[];
  /** Between two names, in the reader's language. */
  separator: string;
  /** "and n more". */
  more: (count: number) => string;
}

export function NameList({ names, separator, more }: NameListProps) {
  const rest = names.length - MAX_NAMED;
  return (
    <span title={names.join(separator)}>
      {names.slice(0, MAX_NAMED).map((name, i) => (
        <span key={name}>
          {i > 0 && separator}
          <bdi>{name}</bdi>
        </span>
      ))}
      {rest > 0 && ` ${more(rest)}`}
    </span>
  );
}
