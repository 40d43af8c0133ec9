// The text of a file that spreadsheets open. Pure.

/** A cell as CSV keeps it; what a spreadsheet would take for a formula begins with an apostrophe. */
const cell = (text: string) => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** The text of a CSV file with a byte order mark, so that Persian letters are read as such. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
