// A chart as data: the table that stands for it, the CSV of it, and the rows that the drawing library takes. Pure.

export interface ChartRow {
  /** Unique; of a period its first day. */
  key: string;
  label: string;
  /** One for each series; null is a gap. */
  values: readonly (number | null)[];
}
export interface ChartData {
  /** Heading of the categories: «month», «layer». */
  category: string;
  /** Headings of the values. */
  series: readonly string[];
  rows: readonly ChartRow[];
}

export const isEmptyChart = ({ rows }: ChartData): boolean =>
  rows.every(({ values }) => values.every((value) => value === null));

/** The table that says the same: its head, then a line for each row. A gap is an empty cell. */
export const tableOf = (
  { category, series, rows }: ChartData,
  text: (value: number) => string,
): { head: string[]; rows: { key: string; cells: string[] }[] } => ({
  head: [category, ...series],
  rows: rows.map(({ key, label, values }) => ({
    key,
    cells: [label, ...series.map((_, i) => (typeof values[i] === 'number' ? text(values[i]) : ''))],
  })),
});

/** A spreadsheet would run what begins like this. */
const FORMULA = /^[=+\-@\t\r]/;
const words = (text: string): string => {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** RFC 4180 with a byte order mark, which spreadsheets need for Persian. Numbers have Latin digits and no separators. */
export const csvOf = (data: ChartData): string => {
  const lines = [
    [data.category, ...data.series].map(words),
    ...data.rows.map(({ label, values }) => [words(label), ...data.series.map((_, i) => String(values[i] ?? ''))]),
  ];
  return `\ufeff${lines.map((line) => `${line.join(',')}\r\n`).join('')}`;
};

/** Series as keys that no label can upset: recharts reads a dot in a key as a path. */
export const seriesKey = (index: number): string => `s${index}`;

export const plotRows = ({ series, rows }: ChartData): Record<string, string | number | null>[] =>
  rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(series.map((_, i) => [seriesKey(i), values[i] ?? null])),
  }));

/** The share of each row of the first series, 0 to 1; negative numbers and gaps have none. */
export const sharesOf = ({ rows }: ChartData): number[] => {
  const amounts = rows.map(({ values }) => Math.max(0, values[0] ?? 0));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return amounts.map((amount) => (total === 0 ? 0 : amount / total));
};

/** The length of each row's bar by its first value, 0 to 1; what is below zero, and a gap, has none. */
export const lengthsOf = ({ rows }: ChartData): number[] => {
  const amounts = rows.map(({ values }) => Math.max(0, values[0] ?? 0));
  const longest = Math.max(0, ...amounts);
  return amounts.map((amount) => (longest === 0 ? 0 : amount / longest));
};

/** Mantine's names, in this order for every chart; beyond the last they begin again. */
const COLORS = ['indigo.5', 'orange.6', 'teal.6', 'grape.5', 'yellow.6', 'cyan.6', 'pink.5', 'gray.6'] as const;
/** Lines differ in their dash too. */
const LINE_DASHES = ['', '6 3', '2 3', '10 3 2 3'] as const;

export const colorOf = (index: number): string => COLORS[index % COLORS.length] ?? COLORS[0];
export const dashOf = (index: number): string => LINE_DASHES[index % LINE_DASHES.length] ?? '';
