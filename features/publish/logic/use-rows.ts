// Rows of use as the list and its CSV file write them.
import type { PublishUse, USE_GROUPS } from '@/contract/schemas/publish/use';
import { csvText } from '@/lib/collection/csv-text';
import { personName } from '@/lib/i18n/person-name';

export type UseRow = PublishUse['rows'][number];
export type UseGroup = (typeof USE_GROUPS)[number];

const MEGABYTE = 1_000_000;
export const megabytes = ({ bytes }: Pick<UseRow, 'bytes'>) => bytes / MEGABYTE;

/** The CSV file: a day as ISO, and of keys whose they are. `titles` are those of the columns, the person's among them. */
export function csvOfUse(
  by: UseGroup,
  rows: readonly UseRow[],
  titles: { of: string; person: string; numbers: string[] },
  nameOf: (row: UseRow) => string,
): string {
  const isByKey = by === 'key';
  const head = [titles.of, ...(isByKey ? [titles.person] : []), ...titles.numbers];
  const lines = rows.map((row) => [
    by === 'day' ? row.of : nameOf(row),
    ...(isByKey ? [row.person ? personName(row.person) : ''] : []),
    ...[row.requests, row.records, megabytes(row), row.refused].map(String),
  ]);
  return csvText([head, ...lines]);
}
