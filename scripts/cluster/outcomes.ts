// What became of each call: a success, an error that a person or a program can act on, or one that says nothing.

/** clear: the product says in its own words that it could not serve, and nothing was the caller's fault. */
export type Verdict = 'ok' | 'clear' | 'unclear';

export interface Outcome {
  began: number;
  ended: number;
  verdict: Verdict;
  /** What came, in a few words: the status, or the name of the failure. */
  kind: string;
}

/** What the product responds with while a part of it is away. A 401 would sign people out, and a 500 says nothing. */
const CLEAR = new Set([429, 502, 503, 504]);
const SHORT = 60;

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: unknown;
}

/** The verdict on an answer. */
export function verdictOf({ status, headers, json }: Answer): Verdict {
  const { detail } = (json ?? {}) as { detail?: unknown };
  if (status >= 200 && status < 300) return json === null ? 'unclear' : 'ok';
  const isOwn = typeof detail === 'string' && detail !== '';
  const hasTime = status !== 503 || headers['retry-after'] !== undefined;
  return CLEAR.has(status) && isOwn && hasTime ? 'clear' : 'unclear';
}

/** An answer in a few words. */
export function kindOf(answer: Answer): string {
  if (verdictOf(answer) === 'ok') return '200';
  const { detail } = (answer.json ?? {}) as { detail?: string };
  return `${answer.status} ${(detail ?? answer.text).replace(/\s+/g, ' ').slice(0, SHORT)}`;
}

/** What a connection to the outside says when it breaks: nobody can know what became of the call. */
export const kindOfFailure = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string };
  return code ?? message.slice(0, SHORT);
};

export interface Recovery {
  /** Milliseconds from the fault to the first success after the first error; 0 where there was no error. */
  firstMs: number;
  /** And to the end of twenty successes in a row with no error after them. Null: it has not come so far. */
  steadyMs: number | null;
}

export const IN_A_ROW = 20;

/** How a system came back from a fault at `at`, by the outcomes of calls that began since. */
export function recoveryOf(outcomes: readonly Outcome[], at: number): Recovery {
  const since = outcomes.filter(({ began }) => began >= at).sort((a, b) => a.ended - b.ended);
  const bad = since.findIndex(({ verdict }) => verdict !== 'ok');
  if (bad < 0) return { firstMs: 0, steadyMs: since.length >= IN_A_ROW ? 0 : null };
  const first = since.slice(bad).find(({ verdict }) => verdict === 'ok');
  const last = since.findLastIndex(({ verdict }) => verdict !== 'ok');
  const steady = since[last + IN_A_ROW];
  return { firstMs: first ? first.ended - at : 0, steadyMs: steady ? steady.ended - at : null };
}

/** How often each kind of error came. */
export function errorsOf(outcomes: readonly Outcome[]): { kind: string; verdict: Verdict; count: number }[] {
  const counts = new Map<string, { kind: string; verdict: Verdict; count: number }>();
  for (const { kind, verdict } of outcomes) {
    if (verdict === 'ok') continue;
    const one = counts.get(kind) ?? { kind, verdict, count: 0 };
    one.count++;
    counts.set(kind, one);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
