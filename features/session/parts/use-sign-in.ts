// The sign-in form's behaviour: prepare, check, send, read the answer, begin again with a new security code.
'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { INFO_HIDE_MS } from '@/lib/config/constants';
import { toLatin } from '@/lib/i18n/digits';
import type { Who } from '@/lib/routes/rules';
import type { Puzzle } from '../logic/calls';

export interface SignedIn {
  username: string;
  who: Who;
  csrf: string | null;
}

export interface Options {
  fixedUsername?: string;
  suggestedUsername?: string;
  onSignedIn: (signedIn: SignedIn) => void;
  onAlreadyIn: () => void;
}

interface Notice {
  text: string;
  good: boolean;
  flagged: boolean;
}
type Field = 'username' | 'password' | 'captcha';
type Errors = Record<Field, string | null>;
const CLEAN: Errors = { username: null, password: null, captcha: null };
const calls = () => import('../logic/calls');

/** State and acts of one sign-in form. */
export function useSignIn({ fixedUsername, suggestedUsername, onSignedIn, onAlreadyIn }: Options) {
  const t = useTranslations('session');
  const lang = useLocale();
  const [username, setUsername] = useState(fixedUsername ?? '');
  const [password, setPassword] = useState('');
  const [captcha, setCaptcha] = useState('');
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [visible, setVisible] = useState(false);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [errors, setErrors] = useState<Errors>(CLEAN);
  const refs = {
    username: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    captcha: useRef<HTMLInputElement>(null),
  };
  const latest = useRef({ onAlreadyIn, t });
  useEffect(() => {
    latest.current = { onAlreadyIn, t };
  });

  const bad = useCallback((text: string, flagged = false) => setNotice({ text, good: false, flagged }), []);
  const begin = useCallback(async () => {
    try {
      const prepared = await (await calls()).prepare(lang);
      if (prepared.signedIn) latest.current.onAlreadyIn();
      setPuzzle(prepared.puzzle);
    } catch {
      bad(latest.current.t('errors.network'));
    }
  }, [lang, bad]);
  useEffect(() => void begin(), [begin]);
  useEffect(() => {
    if (suggestedUsername) setUsername((now) => now || suggestedUsername);
  }, [suggestedUsername]);
  useEffect(() => {
    if (!notice?.good) return;
    const timer = setTimeout(() => setNotice(null), INFO_HIDE_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  const focus = (field: Field) => requestAnimationFrame(() => refs[field].current?.focus());
  const refreshPuzzle = async () => {
    setCaptcha('');
    setErrors((now) => ({ ...now, captcha: null }));
    try {
      setPuzzle(await (await calls()).newPuzzle());
      focus('captcha');
    } catch {
      bad(t('captchaFailed'));
    }
  };
  /** The first thing that is missing, in the order of the fields. */
  const missing = (): boolean => {
    const found: Errors = {
      username: username.trim() === '' ? t('usernameEmpty') : null,
      password: password === '' ? t('passwordEmpty') : null,
      captcha: puzzle && captcha.trim() === '' ? t('captchaEmpty') : null,
    };
    setErrors(found);
    const first = (['username', 'password', 'captcha'] as const).find((field) => found[field]);
    if (first) focus(first);
    return first !== undefined;
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setNotice(null);
    if (missing()) return;
    setBusy(true);
    const { signIn } = await calls();
    const value = toLatin(captcha.trim());
    const result = await signIn({
      username: username.trim(),
      password,
      ...(puzzle ? { captcha: { key: puzzle.key, value } } : {}),
    });
    if (result.outcome === 'in') {
      setNotice({ text: t('success'), good: true, flagged: false });
      onSignedIn({ username: username.trim(), who: result.who, csrf: result.csrf });
      return;
    }
    setCaptcha('');
    if (result.outcome === 'failed') {
      const { key, detail, flagged } = result.message;
      await begin();
      bad(detail || t(`errors.${key}`), flagged);
      focus(result.message.focus === 'captcha' && !refs.captcha.current ? 'password' : result.message.focus);
    } else bad(t('twoFactor'));
    setBusy(false);
  };
  const typed = (field: Field, set: (value: string) => void) => (value: string) => {
    set(value);
    setErrors((now) => (now[field] ? { ...now, [field]: null } : now));
  };
  return {
    username,
    setUsername: typed('username', setUsername),
    password,
    setPassword: typed('password', setPassword),
    captcha,
    setCaptcha: typed('captcha', setCaptcha),
    puzzle,
    refreshPuzzle,
    visible,
    setVisible,
    busy,
    notice,
    errors,
    refs,
    submit,
  };
}
