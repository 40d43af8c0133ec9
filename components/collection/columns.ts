// A list's columns, declared once for its table and its cards.
import type { ReactNode } from 'react';

export interface Column<T, O extends string = string> {
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** What the server sorts by for it. */
  order?: O;
  /** Stands right, figures under figures. */
  isNumber?: boolean;
  /** One line, cut where it is longer. */
  isCut?: boolean;
  /** Left out of cards, and where something is open beside the list. */
  isWide?: boolean;
}

/** What names a row: it heads its line in the table and its card. */
export interface TitleColumn<T, O extends string = string> {
  title: string;
  /** Plain text, for the names of its controls. */
  text: (row: T) => string;
  /** A small picture before it. */
  icon?: (row: T) => ReactNode;
  order?: O;
}
