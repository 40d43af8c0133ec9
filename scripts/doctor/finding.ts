// What one check of the doctor found, and the line that says it. Pure.

/** `warn`: it runs, but somebody should know. `fail`: it does not run, or data are in danger. */
export type Level = 'ok' | 'warn' | 'fail';

export interface Finding {
  topic: string;
  level: Level;
  /** What there is. */
  text: string;
  /** What to do about it; absent where all is well. */
  advice?: string;
}

export const ok = (topic: string, text: string): Finding => ({ topic, level: 'ok', text });
export const warn = (topic: string, text: string, advice: string): Finding => ({ topic, level: 'warn', text, advice });
export const fail = (topic: string, text: string, advice: string): Finding => ({ topic, level: 'fail', text, advice });

/** The message of anything that was thrown, on one line: that of its deepest cause. */
export function messageOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  return cause instanceof Error ? messageOf(cause) : (message || code || String(error)).replace(/\s+/g, ' ').trim();
}

const TOPIC_WIDTH = 10;
export const lineOf = ({ topic, level, text, advice }: Finding): string =>
  `${level.padEnd(5)}${topic.padEnd(TOPIC_WIDTH)} ${text}${advice ? ` → ${advice}` : ''}`;
