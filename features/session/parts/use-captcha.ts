// The security code of a sign-in form: fetched with the form's preparation, anew when asked for, and read aloud.
'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Lang } from '@/lib/i18n/lang';
import type { Captcha } from '../logic/calls';

const calls = () => import('../logic/calls');

interface CaptchaOptions {
  bad: (text: string) => void;
  onAlreadyIn: () => void;
  /** Another code was asked for. */
  onNew: () => void;
  focus: () => void;
}

export function useCaptcha({ bad, onAlreadyIn, onNew, focus }: CaptchaOptions) {
  const t = useTranslations('session');
  const lang = useLocale();
  const [captchaValue, setCaptchaValue] = useState('');
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
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

  const refreshCaptcha = async () => {
    setCaptchaValue('');
    onNew();
    try {
      setCaptcha(await (await calls()).fetchCaptcha());
      focus();
    } catch {
      bad(t('captchaFailed'));
    }
  };
  const playCaptcha = async () => {
    if (!captcha) return;
    focus();
    await calls()
      .then(({ playCaptcha: play }) => play(captcha, lang as Lang))
      .catch(() => bad(t('captchaSoundFailed')));
  };
  return { captcha, captchaValue, setCaptchaValue, begin, refreshCaptcha, playCaptcha };
}
