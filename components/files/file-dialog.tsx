// Files over the screen, one at a time: arrows go to the next, a press zooms a picture, Esc closes.
'use client';
import { Button, Group } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFile,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { IconButton } from '../icon-button';
import { Dialog } from '../layout/dialog';
import classes from './file-dialog.module.css';

export interface OpenableFile {
  /** The name under which it is downloaded. */
  name: string;
  /** What it is called here; its name where there is none. */
  title?: string;
  href: string;
  isPicture: boolean;
}

export interface FileDialogProps {
  files: readonly OpenableFile[];
  /** The place of the one that is open. */
  open: number;
  onOpen: (at: number | null) => void;
  /** What else can be done with it, beside the download. */
  acts?: ReactNode;
  /** What is known of it, at the foot. */
  about?: ReactNode;
}

/** Mounted while it is open. */
export function FileDialog({ files, open, onOpen, acts, about }: FileDialogProps) {
  const t = useTranslations('common.fileDialog');
  /** The address of the picture that is at its size. */
  const [zoomed, setZoomed] = useState<string | null>(null);
  const file = files[open];
  if (!file) return null;
  const { name, title = name, href, isPicture } = file;
  const isZoomed = zoomed === href;
  const go = (by: number) => {
    setZoomed(null);
    onOpen((open + by + files.length) % files.length);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (files.length < 2 || (event.target as HTMLElement).tagName === 'INPUT') return;
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') go(event.key === forward ? 1 : -1);
  };
  return (
    <Dialog
      opened
      onClose={() => onOpen(null)}
      fullScreen
      title={<bdi>{title}</bdi>}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      onKeyDown={handleKey}
    >
      <div className={classes.stage} data-zoomed={isZoomed || undefined}>
        {isPicture ? (
          // biome-ignore lint/performance/noImgElement: behind the session
          <img src={href} alt={title} />
        ) : (
          <IconFile size={96} stroke={1} aria-hidden />
        )}
      </div>
      <Group gap="xs">
        {files.length > 1 && (
          <>
            <IconButton label={t('previous')} onClick={() => go(-1)}>
              <IconChevronLeft size={20} className="points" />
            </IconButton>
            <IconButton label={t('next')} onClick={() => go(1)}>
              <IconChevronRight size={20} className="points" />
            </IconButton>
          </>
        )}
        {isPicture && (
          <IconButton label={t(isZoomed ? 'zoomOut' : 'zoomIn')} onClick={() => setZoomed(isZoomed ? null : href)}>
            {isZoomed ? <IconZoomOut size={20} /> : <IconZoomIn size={20} />}
          </IconButton>
        )}
        <Button
          component="a"
          href={href}
          download={name}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('download')}
        </Button>
        {acts}
      </Group>
      {about}
    </Dialog>
  );
}
