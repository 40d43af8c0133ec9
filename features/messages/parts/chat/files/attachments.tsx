// What the next message will carry: each file with how far it is, why it failed, and the ways to try it again or take it away.
'use client';
import { Progress } from '@mantine/core';
import { IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { useSizeText } from '@/components/fields/use-size-text';
import { IconButton } from '@/components/icon-button';
import { MAX_FILE_BYTES } from '@/contract/fields/files/file';
import { MAX_CHAT_FILES } from '@/contract/schemas/message';
import { isPassing } from '@/lib/api/errors';
import { useFormat } from '@/lib/i18n/use-format';
import { type Attachment, removeAttachment, retryAttachment, useAttachments } from '../../../logic/attachments';
import classes from './files.module.css';
import { contentOf } from './message-files';

function Thumb({ file }: Pick<Attachment, 'file'>) {
  const isPicture = file.type.startsWith('image/') && file.type !== 'image/svg+xml';
  const ofDevice = useObjectUrl(isPicture && file instanceof File ? file : null);
  const url = isPicture && !(file instanceof File) ? contentOf(file) : ofDevice;
  return (
    <span className={classes.thumb} aria-hidden>
      {url ? (
        // biome-ignore lint/performance/noImgElement: bytes that are here already, or a file behind the session
        <img src={url} alt="" />
      ) : (
        <IconFile size={20} stroke={1.5} />
      )}
    </span>
  );
}

function Chip({ one }: { one: Attachment }) {
  const t = useTranslations('messages.chat');
  const errorText = useErrorText();
  const sizeText = useSizeText();
  const { name, size } = one.file;
  const isSending = one.arrived === null && one.error === null;
  return (
    <li className={classes.chip} data-failed={one.error !== null || undefined}>
      <Thumb file={one.file} />
      <span className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        {one.error !== null ? (
          <span role="alert" className={classes.why}>
            {errorText(one.error)}
          </span>
        ) : (
          <span className={classes.size}>{sizeText(size)}</span>
        )}
        {isSending && <Progress size="xs" value={one.percent} aria-label={t('fileSending', { name })} />}
      </span>
      {one.error !== null && isPassing(one.error) && (
        <IconButton label={t('fileRetry', { name })} size={28} onClick={() => retryAttachment(one)}>
          <IconRefresh size={16} />
        </IconButton>
      )}
      <IconButton label={t('fileRemove', { name })} size={28} onClick={() => removeAttachment(one.key)}>
        <IconX size={16} />
      </IconButton>
    </li>
  );
}

/** `to` names the talk. */
export function Attachments({ to }: { to: string }) {
  const t = useTranslations('messages.chat');
  const { number } = useFormat();
  const sizeText = useSizeText();
  const items = useAttachments((state) => state.items).filter((one) => one.to === to);
  const refused = useAttachments((state) => state.refused).filter((one) => one.to === to);
  const limits = { size: sizeText(MAX_FILE_BYTES), n: number(MAX_CHAT_FILES) };
  return (
    <>
      {refused.map(({ name, why }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of one name are refused alike
        <Callout key={i} kind="refusal">
          {t(`fileRefused.${why}`, { name, ...limits })}
        </Callout>
      ))}
      {items.length > 0 && (
        <ul className={classes.chips} aria-label={t('attachments')}>
          {items.map((one) => (
            <Chip key={one.key} one={one} />
          ))}
        </ul>
      )}
    </>
  );
}
