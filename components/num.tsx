// A number in a text or a column: the reader's digits, all of one width, never turned round by the words beside it.
'use client';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './num.module.css';

export interface NumProps {
  value: number;
  /** Follows the number. */
  unit?: string;
  /** There are at least that many. */
  isCapped?: boolean;
  /** A part of 1, written in percent. */
  isShare?: boolean;
  className?: string | undefined;
}

export function Num({ value, unit, isCapped, isShare, className }: NumProps) {
  const { number, percent } = useFormat();
  return (
    // The element inside has a direction of its own, which is not that of the place.
    <span className={`${classes.num} ${className ?? ''}`}>
      <bdi>
        {isShare ? percent(value) : number(value)}
        {isCapped && '+'}
        {unit && ` ${unit}`}
      </bdi>
    </span>
  );
}
