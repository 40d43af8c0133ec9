// The sign-in form's behaviour: prepare, check, send, read the answer, begin again with a new security code.
'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type SubmitEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFocusWhenFree } from '@/components/feedback/use-focus-when-free';
import { toLatin } from '@/lib/i18n/digits';
import type { Lang } from '@/lib/i18n/lang';
import type { Who } from '@/lib/routes/rules';
import type { Captcha, SentCode, SessionGrant } from '../logic/calls';
import { useNotice } from './use-notice';

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
  const [captchaValue, setCaptchaValue] = useState('');
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [visible, setVisible] = useState(false);
  const [busy, setBusy] = useState(false);
  const { notice, good, bad, clear } = useNotice();
  const [second, setSecond] = useState<SentCode | null>(null);
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

  const begin = useCallback(
    async (needsCaptcha = false) => {
      try {
        const prepared = await (await calls()).prepareSignIn(lang as Lang, needsCaptcha);
        if (prepared.signedIn) latest.current.onAlreadyIn();
        setCaptcha(prepared.captcha);
      } catch {
        bad(latest.current.t('errors.network'));
      }
    },
    [lang, bad],
  );
  useEffect(() => void begin(), [begin]);
  const { username: first, password: secret } = refs;
  // What was typed, or filled in by the browser, before this code arrived.
  useLayoutEffect(() => {
    setUsername((now) => now || (first.current?.value ?? ''));
    setPassword((now) => now || (secret.current?.value ?? ''));
  }, [first, secret]);
  // A keyboard on the glass would cover half of the page, so only where there is a real one.
  useEffect(() => {
    const free = document.activeElement === document.body && matchMedia('(pointer: fine)').matches;
    if (free && fixedUsername === undefined) first.current?.focus();
  }, [first, fixedUsername]);
  useEffect(() => {
    if (suggestedUsername) setUsername((now) => now || suggestedUsername);
  }, [suggestedUsername]);

  const whenFree = useFocusWhenFree(busy);
  const focus = (field: Field) => whenFree(() => refs[field].current);
  const refreshCaptcha = async () => {
    setCaptchaValue('');
    setErrors((now) => ({ ...now, captcha: null }));
    try {
      setCaptcha(await (await calls()).fetchCaptcha());
      focus('captcha');
    } catch {
      bad(t('captchaFailed'));
    }
  };
  const playCaptcha = async () => {
    if (!captcha) return;
    focus('captcha');
    await calls()
      .then(({ playCaptcha: play }) => play(captcha, lang as Lang))
      .catch(() => bad(t('captchaSoundFailed')));
  };
  /** The first thing that is missing, in the order of the fields. */
  const missing = (): boolean => {
    const problems: Errors = {
      username: username.trim() === '' ? t('usernameEmpty') : null,
      password: password === '' ? t('passwordEmpty') : null,
      captcha: captcha && captchaValue.trim() === '' ? t('captchaEmpty') : null,
    };
    setErrors(problems);
    const first = (['username', 'password', 'captcha'] as const).find((field) => problems[field]);
    if (first) focus(first);
    return first !== undefined;
  };
  const entered = ({ who, csrf }: SessionGrant) => {
    good(t('success'));
    onSignedIn({ username: username.trim(), who, csrf });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    clear();
    if (missing()) return;
    setBusy(true);
    const value = toLatin(captchaValue.trim());
    const result = await calls().then(
      ({ signIn }) =>
        signIn({
          username: username.trim(),
          password,
          ...(captcha ? { captcha: { key: captcha.key, value } } : {}),
        }),
      () => null,
    );
    if (!result) {
      bad(t('errors.network'));
      return setBusy(false);
    }
    if (result.outcome === 'in') return entered(result);
    setCaptchaValue('');
    if (result.outcome === 'failed') {
      const { key, detail, flagged } = result.message;
      await begin(result.needsCaptcha);
      bad(detail || t(`errors.${key}`), flagged);
      focus(result.message.focus === 'captcha' && !refs.captcha.current ? 'password' : result.message.focus);
    } else setSecond(result.sent);
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
    captchaValue,
    setCaptchaValue: typed('captcha', setCaptchaValue),
    refreshCaptcha,
    playCaptcha,
    visible,
    setVisible,
    busy,
    notice,
    errors,
    refs,
    submit,
    /** The code of two-factor that is on its way. */
    second,
    entered,
    /** From the code back to the password; the security code is used up. */
    back: () => {
      setSecond(null);
      void begin();
      focus('password');
    },
  };
}
