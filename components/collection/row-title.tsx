// What names a row: a link, a button, or plain text where there is nothing to open.
import Link from 'next/link';
import type { DataListProps } from './data-list';
import classes from './data-list.module.css';

type RowTitleProps<T extends { id: number }> = Pick<DataListProps<T>, 'title' | 'href' | 'onOpen'> & { row: T };

export function RowTitle<T extends { id: number }>({ row, title, href, onOpen }: RowTitleProps<T>) {
  const text = <bdi>{title.text(row)}</bdi>;
  const address = href?.(row);
  return (
    <span className={classes.title}>
      {title.icon?.(row)}
      {address ? (
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
