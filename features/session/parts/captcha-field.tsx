// The security code: its picture, buttons to hear it and to get a new one, and its field.
'use client';
import { TextInput } from '@mantine/core';
import { IconRefresh, IconVolume } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type Ref, useId } from 'react';
import { IconButton } from '@/components/icon-button';
import { toLatin } from '@/lib/i18n/digits';
import classes from './sign-in-form.module.css';

export interface CaptchaFieldProps {
  /** Data URI. */
  image: string;
  value: string;
  onChange: (value: string) => void;
  onRefresh: () => void;
  /** Says the code aloud. */
  onPlay: () => void;
  error: string | null;
  inputRef: Ref<HTMLInputElement>;
}

/** Digits may be typed in either script; they become Latin at once. */
export function CaptchaField({ image, value, onChange, onRefresh, onPlay, error, inputRef }: CaptchaFieldProps) {
  const t = useTranslations('session');
  const errorId = useId();
  return (
    <div className={classes.captcha}>
      {/* biome-ignore lint/performance/noImgElement: a data URI of one use has nothing to optimise */}
      <img className={classes.image} src={image} alt={t('captchaImage')} />
      <IconButton label={t('captchaSound')} onClick={onPlay} type="button">
        <IconVolume size={18} />
      </IconButton>
      <IconButton label={t('captchaRefresh')} onClick={onRefresh} type="button">
        <IconRefresh size={18} />
      </IconButton>
      <TextInput
        ref={inputRef}
        className={classes.code}
        label={t('captcha')}
        name="captcha"
        autoComplete="off"
        inputMode="numeric"
        dir="ltr"
        maxLength={10}
        value={value}
        error={error !== null}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onChange(toLatin(event.currentTarget.value))}
      />
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
