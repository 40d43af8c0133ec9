// A picture of a message over the screen; arrows go to the next one of the same message. Esc closes it.
'use client';
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { IconButton } from '@/components/icon-button';
import { Dialog } from '@/components/layout/dialog';
import classes from './files.module.css';

export interface PictureDialogProps {
  pictures: readonly { name: string; href: string }[];
  /** The place of the one that is open. */
  open: number;
  onOpen: (at: number | null) => void;
}

export function PictureDialog({ pictures, open, onOpen }: PictureDialogProps) {
  const t = useTranslations('messages.chat');
  const picture = pictures[open];
  if (!picture) return null;
  const go = (by: number) => onOpen((open + by + pictures.length) % pictures.length);
  const handleKey = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') go(event.key === forward ? 1 : -1);
  };
  return (
    <Dialog opened onClose={() => onOpen(null)} fullScreen title={<bdi>{picture.name}</bdi>} onKeyDown={handleKey}>
      <div className={classes.stage}>
        {/* biome-ignore lint/performance/noImgElement: a file of a message, behind the session */}
        <img src={picture.href} alt={picture.name} />
      </div>
      <Group mt={12} gap="xs" justify="center">
        {pictures.length > 1 && (
          <>
            <IconButton label={t('previousPicture')} onClick={() => go(-1)}>
              <IconChevronLeft size={20} className="points" />
            </IconButton>
            <IconButton label={t('nextPicture')} onClick={() => go(1)}>
              <IconChevronRight size={20} className="points" />
            </IconButton>
          </>
        )}
        <Button
          component="a"
          href={picture.href}
          download={picture.name}
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {t('download')}
        </Button>
      </Group>
    </Dialog>
  );
}
