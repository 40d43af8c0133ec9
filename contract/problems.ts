// What is wrong with a field, in words that both sides know: the browser as it is typed, the server when it is sent.
import type { z } from 'zod';

/** Names of the sentences; each side words them in the reader's language. */
export const PROBLEMS = [
  'required',
  'short',
  'long',
  'small',
  'large',
  'few',
  'many',
  'email',
  'url',
  'phone',
  'number',
  'whole',
  'date',
  'calendar',
  'choice',
  'unknown',
  'wrong',
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** `limit`: of letters, of items, or of the number itself, where the sentence tells one. */
export interface FieldProblem {
  problem: Problem;
  limit?: number;
}

const isProblem = (text: unknown): text is Problem => PROBLEMS.some((one) => one === text);

function ofFormat(format: string): Problem {
  if (format === 'email' || format === 'url') return format;
  return format === 'date' || format === 'datetime' ? 'date' : 'wrong';
}

function ofSize(issue: { origin: string }, limit: number, isBelow: boolean): FieldProblem {
  if (issue.origin === 'string')
    return isBelow && limit === 1 ? { problem: 'required' } : { problem: isBelow ? 'short' : 'long', limit };
  if (issue.origin === 'array' || issue.origin === 'set') return { problem: isBelow ? 'few' : 'many', limit };
  return { problem: isBelow ? 'small' : 'large', limit };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}

/** What an issue with this value says. A schema names a problem of its own by its message (`refine(..., 'phone')`). */
function problemOf(issue: z.core.$ZodIssue, whole: unknown): FieldProblem {
  // Text that a schema reads further (a list in a form) is known by the issue alone: `reportInput`.
  const value = 'input' in issue ? issue.input : whole;
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined || value === null) return { problem: 'required' };
      if (issue.expected === 'int') return { problem: 'whole' };
      return { problem: issue.expected === 'number' ? 'number' : 'wrong' };
    case 'too_small':
      return ofSize(issue, Number(issue.minimum), true);
    case 'too_big':
      return ofSize(issue, Number(issue.maximum), false);
    case 'invalid_format':
      return { problem: ofFormat(issue.format) };
    case 'invalid_value':
      return { problem: 'choice' };
    case 'unrecognized_keys':
      return { problem: 'unknown' };
    case 'invalid_union': {
      // The last choice is the one that holds something; those before it are "nothing at all".
      const last = issue.errors.at(-1)?.at(-1);
      if (last) return problemOf(last, valueAt(value, last.path));
      return { problem: value === undefined || value === null ? 'required' : 'choice' };
    }
    default:
      return { problem: isProblem(issue.message) ? issue.message : 'wrong' };
  }
}

/** The first problem of each field of a refused `value`, by its path ("name", "form.0.label"); what concerns the whole is at "". */
export function problemsOf(error: z.core.$ZodError, value: unknown): Record<string, FieldProblem> {
  // Names that every object has (`constructor`) may be sent too.
  const problems = new Map<string, FieldProblem>();
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].join('.');
      if (!problems.has(path)) problems.set(path, problemOf(issue, valueAt(value, issue.path)));
    }
  }
  return Object.fromEntries(problems);
}
