// Rows as the text that spreadsheets take: tabs between cells, a line for each row.

const cell = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Tab-separated text; cells with tabs, quotes or line breaks are quoted. */
export const rowsText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cell).join('\t')).join('\n');
