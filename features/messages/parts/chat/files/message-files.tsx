// What a message carries: pictures in boxes of one shape, so that nothing moves when they come; all others as rows to download.
'use client';
import { UnstyledButton } from '@mantine/core';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSizeText } from '@/components/fields/use-size-text';
import { FileDialog } from '@/components/files/file-dialog';
import { api, pathOf } from '@/contract/index';
import type { ChatFile } from '@/contract/schemas/message';
import classes from './files.module.css';

/** Where a file's content is, behind the session. */
export const contentOf = ({ id }: ChatFile) => `/api/${pathOf(api.chatFiles.content, { id })}`;

export function MessageFiles({ files }: { files: readonly ChatFile[] }) {
  const t = useTranslations('messages.chat');
  const sizeText = useSizeText();
  const [open, setOpen] = useState<number | null>(null);
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  const others = files.filter((file) => !pictures.includes(file));
  return (
    <>
      {pictures.length > 0 && (
        <div className={classes.pictures} data-many={pictures.length > 1 || undefined}>
          {pictures.map((file, i) => (
            <UnstyledButton
              key={file.id}
              className={classes.picture}
              aria-label={t('openPicture', { name: file.name })}
              onClick={() => setOpen(i)}
            >
              {/* biome-ignore lint/performance/noImgElement: a file of a message, behind the session */}
              <img src={contentOf(file)} alt={file.name} loading="lazy" />
            </UnstyledButton>
          ))}
        </div>
      )}
      {others.map((file) => (
        <a key={file.id} className={classes.file} href={contentOf(file)} download={file.name}>
          <IconFile size={24} stroke={1.5} aria-hidden />
          <span className={classes.words}>
            <bdi className={classes.name}>{file.name}</bdi>
            <span className={classes.size}>{sizeText(file.size)}</span>
          </span>
          <IconDownload size={18} stroke={1.6} role="img" aria-label={t('download')} />
        </a>
      ))}
      {open !== null && (
        <FileDialog
          files={pictures.map((file) => ({ name: file.name, href: contentOf(file), isPicture: true }))}
          open={open}
          onOpen={setOpen}
        />
      )}
    </>
  );
}
