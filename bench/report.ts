// What a benchmark line says, and how lines become a table that a person can read.

/** A bound on a ratio: it shall be at least, or at most, so much. */
export interface Target {
  at: 'least' | 'most';
  ratio: number;
}
export const atLeast = (ratio: number): Target => ({ at: 'least', ratio });
export const atMost = (ratio: number): Target => ({ at: 'most', ratio });

/** One measured thing beside another one from the same run. */
export interface Line {
  name: string;
  value: string;
  /** The peer or limit and its own value; or why there is none. */
  beside: string;
  ratio?: number;
  /** Left out where a line only explains another one. */
  target?: Target;
}

const short = (n: number) =>
  n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n >= 0.1 ? n.toFixed(2) : n.toFixed(3);

export const ms = (n: number) => `${short(n)} ms`;
export const seconds = (n: number) => `${short(n / 1000)} s`;
export const rate = (n: number) => `${short(n)}/s`;
export const kilobytes = (n: number) => `${short(n / 1000)} kB`;

/** "met", or by which factor it was missed; empty where nothing was asked or compared. */
export function verdict({ ratio, target }: Line): string {
  if (ratio === undefined || !target) return '';
  const factor = target.at === 'least' ? target.ratio / ratio : ratio / target.ratio;
  return factor <= 1 ? 'met' : `missed by ${factor.toFixed(2)}x`;
}

const bound = ({ target }: Line) => (target ? `${target.at === 'least' ? '>=' : '<='} ${target.ratio}x` : '');

export const HEAD = ['name', 'value', 'beside', 'ratio', 'target', 'met/missed by'];

/** The cells of a line, in the order of HEAD. */
export const cells = (line: Line): string[] => [
  line.name,
  line.value,
  line.beside,
  line.ratio === undefined ? '' : `${short(line.ratio)}x`,
  bound(line),
  verdict(line),
];

/** Lines as one Markdown table. */
export function table(lines: readonly Line[]): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...lines.map(cells)];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
