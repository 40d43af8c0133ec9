// A place to drop a file or to choose one; the button makes it reachable by keyboard.
'use client';
import { Button } from '@mantine/core';
import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSizeText } from '../fields/use-size-text';
import { IconButton } from '../icon-button';
import { DropZone } from './drop-zone';
import classes from './file-drop.module.css';

export interface FileDropProps {
  /** The chosen file, or null. */
  file: File | null;
  onFile: (file: File | null) => void;
  /** Accepted endings with their dot: [".zip", ".gpkg"]. All where it is empty. */
  accept?: readonly string[];
  /** Largest size in bytes. */
  maxSize?: number;
  /** What may be dropped here, in words. */
  hint?: string;
  disabled?: boolean;
}

/** One file. A file that is refused leaves the earlier choice alone and says why. */
export function FileDrop({ file, onFile, accept = [], maxSize, hint, disabled }: FileDropProps) {
  const t = useTranslations('common.fileDrop');
  const sizeText = useSizeText();
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();

  const take = (picked: File | null | undefined) => {
    if (!picked) return;
    const name = picked.name.toLowerCase();
    if (accept.length > 0 && !accept.some((ending) => name.endsWith(ending)))
      setError(t('wrongType', { name: picked.name }));
    else if (maxSize !== undefined && picked.size > maxSize)
      setError(t('tooBig', { name: picked.name, limit: sizeText(maxSize) }));
    else {
      setError(null);
      onFile(picked);
    }
  };
  const takeChosen = () => {
    if (!input.current) return;
    take(input.current.files?.[0]);
    input.current.value = '';
  };
  // What was put into the page before its code was there: no event tells of it.
  const takeEarly = useEffectEvent(takeChosen);
  useEffect(() => takeEarly(), []);
  return (
    <div data-disabled={disabled || undefined}>
      <DropZone className={classes.drop} onFiles={disabled ? null : ([first]) => take(first)}>
        <IconUpload size={28} stroke={1.5} className={classes.icon} aria-hidden />
        {file ? (
          <div className={classes.file}>
            <IconFile size={18} aria-hidden />
            <bdi className={classes.name}>{file.name}</bdi>
            <span className={classes.size}>{sizeText(file.size)}</span>
            <IconButton label={t('remove', { name: file.name })} disabled={disabled} onClick={() => onFile(null)}>
              <IconX size={16} />
            </IconButton>
          </div>
        ) : (
          <p className={classes.title}>{t('drop')}</p>
        )}
        {hint && <p className={classes.hint}>{hint}</p>}
        <Button
          variant="default"
          disabled={disabled}
          aria-describedby={error ? errorId : undefined}
          onClick={() => input.current?.click()}
        >
          {t('choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={t('choose')}
          accept={accept.join(',') || undefined}
          onChange={takeChosen}
        />
      </DropZone>
      <p id={errorId} className={classes.error} role="alert" hidden={!error}>
        {error}
      </p>
    </div>
  );
}
