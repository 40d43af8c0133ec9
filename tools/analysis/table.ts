// The values as text that a spreadsheet takes: one line a shape, tabs between. Pure.
import type { AnalysisColumn, AnalysisFeature } from '@/contract/schemas/analysis';
import type { Field, Value } from '@/contract/schemas/form';

/** Tabs and line ends inside a value would begin another cell. A value that a spreadsheet would reckon out stays text. */
const cell = (text: string, typed: boolean): string => {
  const plain = text.replace(/[\t\r\n]+/g, ' ');
  return !typed && /^[=+@-]/.test(plain) ? `'${plain}` : plain;
};

export const toTable = (
  columns: readonly AnalysisColumn[],
  features: readonly AnalysisFeature[],
  say: (field: Pick<Field, 'type'>, raw: Value | undefined) => string,
): string =>
  [
    columns.map(({ label }) => cell(label, false)).join('\t'),
    ...features.map(({ values }) =>
      columns
        .map((column) => cell(say(column, values[column.name]), typeof values[column.name] === 'number'))
        .join('\t'),
    ),
  ].join('\n');
