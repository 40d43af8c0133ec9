// One flow of a one-time code: what was sent and how long it is good, what was typed, sending again, and what went wrong.
'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useFocusWhenFree } from '@/components/feedback/use-focus-when-free';
import { useSecondsLeft } from '@/components/feedback/use-seconds-left';
import { CODE_LENGTH } from '@/components/fields/code-digits';
import type { Lang } from '@/lib/i18n/lang';
import type { SentCode } from '../logic/calls';
import type * as Calls from '../logic/code-calls';
import { useNotice } from './use-notice';

const UNREACHED: Calls.Problem = { key: 'network', detail: '', cause: null };
type Act<T> = (calls: typeof Calls) => Promise<Calls.CallResult<T>>;

const endOf = (code: SentCode) => Date.now() + code.seconds * 1000;

/** What a call gave, for a form of the kit: it reads the sentences of its fields from the error that is thrown. */
export function valueOrThrow<T>(result: Calls.CallResult<T>): T {
  if (result.problem) throw result.problem.cause ?? new Error(result.problem.key);
  return result.value;
}

/** Makes a call with code that comes with it: where the code cannot be had, neither can the server. */
const callLazily = <T>(act: Act<T>, lang: Lang): Promise<Calls.CallResult<T>> =>
  import('../logic/code-calls').then(
    (calls) => {
      calls.setLocale(lang);
      return act(calls);
    },
    () => ({ problem: UNREACHED }),
  );

/** State and acts of a flow; `first` where its code is on its way already. */
export function useCodeFlow(first: SentCode | null = null) {
  const t = useTranslations('session');
  const lang = useLocale();
  const [sentCode, setSentCode] = useState(first);
  const [until, setUntil] = useState(() => (first ? endOf(first) : null));
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { notice, good, bad, clear } = useNotice();
  const field = useRef<HTMLInputElement>(null);
  const focus = useFocusWhenFree(busy);
  const left = useSecondsLeft(until);

  // Each new code begins in its field.
  useEffect(() => {
    if (sentCode) field.current?.focus();
  }, [sentCode]);

  const begin = (next: SentCode) => {
    setSentCode(next);
    setUntil(endOf(next));
    setCode('');
    setError(null);
  };
  /**
   * Makes a call with the form inert, and says what went wrong. After a success `hold` keeps it inert: the page is about to go.
   */
  const run = async <T>(act: Act<T>, hold = false): Promise<Calls.CallResult<T>> => {
    setBusy(true);
    clear();
    const result = await callLazily(act, lang);
    if (result.problem || !hold) setBusy(false);
    if (result.problem) bad(result.problem.detail || t(`errors.${result.problem.key}`));
    return result;
  };
  return {
    sent: sentCode,
    left,
    code,
    setCode: (value: string) => {
      setCode(value);
      setError(null);
    },
    error,
    busy,
    notice,
    good,
    field,
    begin,
    run,
    /** Back to before the code; the countdown goes on, so that nobody asks again at once. */
    forget: () => {
      setSentCode(null);
      setCode('');
      setError(null);
      clear();
    },
    resend: async () => {
      if (!sentCode || left > 0) return;
      const result = await run((calls) => calls.resendCode(sentCode.token));
      if (result.problem) return;
      begin(result.value);
      good(t('code.resent'));
    },
    /** Whether all digits are there; says so where they are not. */
    complete: (): boolean => {
      if (code.length === CODE_LENGTH) return true;
      setError(t('code.short'));
      field.current?.focus();
      return false;
    },
    /** After a wrong code: an empty field. */
    again: () => {
      setCode('');
      focus(() => field.current);
    },
  };
}
export type CodeFlow = ReturnType<typeof useCodeFlow>;
