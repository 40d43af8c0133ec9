// What names a row: a link, a button, or plain text where there is nothing to open.
import Link from 'next/link';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DataListProps } from './data-list';
import classes from './data-list.module.css';

/** Milliseconds for which a pointer rests on a link that somebody means to press; a shorter stay passes over it. */
const REST_MS = 60;

type RowTitleProps<T extends { id: number }> = Pick<DataListProps<T>, 'title' | 'href' | 'onOpen' | 'onNear'> & {
  row: T;
};

export function RowTitle<T extends { id: number }>({ row, title, href, onOpen, onNear }: RowTitleProps<T>) {
  const text = <bdi>{title.text(row)}</bdi>;
  const address = href?.(row);
  return (
    <span className={classes.title}>
      {title.icon?.(row)}
      {address && onNear ? (
        <NearLink address={address} onNear={() => onNear(row)}>
          {text}
        </NearLink>
      ) : address ? (
        <Link href={address} prefetch={false} data-title>
          {text}
        </Link>
      ) : onOpen ? (
        <button type="button" data-title onClick={() => onOpen(row)}>
          {text}
        </button>
      ) : (
        text
      )}
    </span>
  );
}

/** A link whose page comes while a pointer rests on it, a finger touches it or the keyboard stands on it. */
function NearLink({ address, onNear, children }: { address: string; onNear: () => void; children: ReactNode }) {
  const [isNear, setNear] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = () => {
    setNear(true);
    onNear();
  };
  const rest = () => {
    timer.current = window.setTimeout(begin, REST_MS);
  };
  const leave = () => clearTimeout(timer.current);
  return (
    <Link
      href={address}
      prefetch={isNear}
      data-title
      onPointerEnter={rest}
      onPointerLeave={leave}
      onFocus={rest}
      onBlur={leave}
      onTouchStart={begin}
    >
      {children}
    </Link>
  );
}
