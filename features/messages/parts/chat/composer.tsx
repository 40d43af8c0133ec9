// Where the next message is written: Enter sends, what is not sent is kept for its thread.
'use client';
import { FileButton, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { useFormat } from '@/lib/i18n/use-format';
import { dropText, keepText, keptText, textsReady } from '@/lib/state/kept-texts';
import { attachFiles, dropStale, restoreAttachments, takeArrived, useAttachments } from '../../logic/attachments';
import type { Content } from '../../logic/talks';
import classes from '../messages.module.css';
import { Attachments } from './files/attachments';

const MAX_TEXT = 4000;
/** From here on it is told how many letters are left. */
const COUNT_FROM = 3600;
const TOUCH = '(pointer: coarse)';

/** A text that is kept under a name until it is sent. */
function useKeptText(key: string) {
  const [text, setText] = useState('');
  const isTouched = useRef(false);
  useEffect(() => {
    void textsReady().then(() => {
      if (!isTouched.current) setText(keptText(key) ?? '');
    });
  }, [key]);
  return {
    text,
    write: (next: string) => {
      isTouched.current = true;
      setText(next);
      if (next === '') dropText(key);
      else void keepText(key, next);
    },
    clear: () => {
      isTouched.current = true;
      dropText(key);
      setText('');
    },
  };
}

export function Composer({ to, name, onSend }: { to: string; name: string; onSend: (content: Content) => void }) {
  const t = useTranslations('messages.chat');
  const { number } = useFormat();
  const isTouch = useMediaQuery(TOUCH) ?? false;
  const { text, write, clear } = useKeptText(`chat:${to}`);
  useEffect(() => void restoreAttachments(to), [to]);
  const attached = useAttachments((state) => state.items).filter((one) => one.to === to);
  const isOnWay = attached.some(({ arrived, error }) => arrived === null && error === null);
  const isEmpty = text.trim() === '' && attached.every(({ arrived }) => arrived === null);
  const send = () => {
    if (isEmpty || isOnWay || dropStale(to)) return;
    onSend({ text: text.trim(), files: takeArrived(to) });
    clear();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch) return;
    event.preventDefault();
    send();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Cells of a sheet come as text and as a picture of it: the text is meant.
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    attachFiles(to, [...files]);
  };
  return (
    <>
      <Attachments to={to} />
      <div className={classes.composer}>
        <FileButton multiple onChange={(files) => attachFiles(to, files)}>
          {(props) => (
            <IconButton {...props} label={t('attach')} size={36}>
              <IconPaperclip size={18} stroke={1.6} />
            </IconButton>
          )}
        </FileButton>
        <Textarea
          className={classes.grow}
          aria-label={t('write', { name })}
          placeholder={isTouch ? t('placeholder') : t('placeholderKeys')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MAX_TEXT}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={handleKey}
          onPaste={handlePaste}
        />
        {text.length >= COUNT_FROM && (
          <span className={classes.dim} role="status">
            {t('left', { n: number(MAX_TEXT - text.length) })}
          </span>
        )}
        <IconButton
          label={t(isOnWay ? 'waitsForFiles' : 'send')}
          variant="filled"
          color="indigo"
          size={36}
          disabled={isEmpty || isOnWay}
          onClick={send}
        >
          <IconSend2 size={18} className="points" />
        </IconButton>
      </div>
    </>
  );
}
