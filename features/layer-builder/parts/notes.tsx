// What a person should know of one data set: rows and columns that come in otherwise than they stand in the file, or not at all.
'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { Dataset } from '@/contract/schemas/upload';
import { useFormat } from '@/lib/i18n/use-format';
import type { DatasetPlan } from '../logic/plan';
import classes from './look-step.module.css';

export interface NotesProps {
  of: Dataset;
  /** Data sets of the same rows in other kinds that are not taken. */
  untaken: readonly DatasetPlan[];
}

/** A line for each; nothing where there is nothing to say. */
export function Notes({ of: { notes = [] }, untaken }: NotesProps) {
  const t = useTranslations('layerBuilder.notes');
  const look = useTranslations('layerBuilder.look');
  const kinds = useTranslations('layerBuilder.kinds');
  const { number } = useFormat();
  const { list } = useFormatter();
  const firstOf = (cells: readonly string[], count: number) =>
    `\u2066${cells.join(', ')}${count > cells.length ? ', …' : ''}\u2069`;
  if (notes.length === 0 && untaken.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map(({ code, rows = 0, columns = [], count = rows, cells = [] }) => (
        <li key={code}>{t(code, { n: number(count), count, columns: list(columns), cells: firstOf(cells, count) })}</li>
      ))}
      {untaken.length > 0 && (
        <li>
          {t('left', {
            kinds: list(
              untaken.map(
                ({ dataset: { type, feature_count: n } }) =>
                  `${kinds(`${type}` as '1')} (${look('count', { n: number(n), count: n })})`,
              ),
            ),
          })}
        </li>
      )}
    </ul>
  );
}
