// The sign-in form's behaviour: prepare, check, send, read the answer, begin again with a new security code.
'use client';
import { useTranslations } from 'next-intl';
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useFocusWhenFree } from '@/components/feedback/use-focus-when-free';
import { toLatin } from '@/lib/i18n/digits';
import type { Who } from '@/lib/routes/rules';
import type { SentCode, SessionGrant } from '../logic/calls';
import { useCaptcha } from './use-captcha';
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

type Names = Pick<Options, 'fixedUsername' | 'suggestedUsername'>;
type Input = RefObject<HTMLInputElement | null>;
type Setter = Dispatch<SetStateAction<string>>;

/** What the fields begin with, and which of them has the focus. */
function useFirstValues(
  { fixedUsername, suggestedUsername }: Names,
  first: Input,
  secret: Input,
  setUsername: Setter,
  setPassword: Setter,
) {
  // What was typed, or filled in by the browser, before this code arrived.
  useLayoutEffect(() => {
    setUsername((now) => now || (first.current?.value ?? ''));
    setPassword((now) => now || (secret.current?.value ?? ''));
  }, [first, secret, setUsername, setPassword]);
  // A keyboard on the glass would cover half of the page, so only where there is a real one.
  useEffect(() => {
    const free = document.activeElement === document.body && matchMedia('(pointer: fine)').matches;
    if (free && fixedUsername === undefined) first.current?.focus();
  }, [first, fixedUsername]);
  useEffect(() => {
    if (suggestedUsername) setUsername((now) => now || suggestedUsername);
  }, [suggestedUsername, setUsername]);
}

/** State and acts of one sign-in form. */
export function useSignIn({ fixedUsername, suggestedUsername, onSignedIn, onAlreadyIn }: Options) {
  const t = useTranslations('session');
  const [username, setUsername] = useState(fixedUsername ?? '');
  const [password, setPassword] = useState('');
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
  const { username: first, password: secret } = refs;
  useFirstValues({ fixedUsername, suggestedUsername }, first, secret, setUsername, setPassword);

  const whenFree = useFocusWhenFree(busy);
  const focus = (field: Field) => whenFree(() => refs[field].current);
  const { captcha, captchaValue, setCaptchaValue, begin, refreshCaptcha, playCaptcha } = useCaptcha({
    bad,
    onAlreadyIn,
    onNew: () => setErrors((now) => ({ ...now, captcha: null })),
    focus: () => focus('captcha'),
  });
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
    const answer = captcha ? { captcha: { key: captcha.key, value: toLatin(captchaValue.trim()) } } : {};
    const result = await calls().then(
      ({ signIn }) => signIn({ username: username.trim(), password, ...answer }),
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
