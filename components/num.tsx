// A number in a text or a column: the reader's digits, all of one width, never turned round by the words beside it.
'use client';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './num.module.css';

/** `unit` follows the number. `isCapped`: there are at least that many. */
export function Num({ value, unit, isCapped }: { value: number; unit?: string; isCapped?: boolean }) {
  const { number } = useFormat();
  return (
    <bdi className={classes.num}>
      {number(value)}
      {isCapped && '+'}
      {unit && ` ${unit}`}
    </bdi>
  );
}
