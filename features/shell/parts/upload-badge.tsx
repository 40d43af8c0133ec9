// The upload or the analysis that is under way, in the header: how far it is, a way to cancel it, a way to where it leads.
'use client';
import { CloseButton, Indicator, Popover, Progress, Text } from '@mantine/core';
import { IconCloudUpload, IconX } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { useFormat } from '@/lib/i18n/use-format';
import { useUpload } from '@/lib/state/upload';
import classes from './header.module.css';

/** Three states: uploading with a cancel button, complete with a close button, cancelled or failed. */
export function UploadBadge() {
  const { percent, number } = useFormat();
  const upload = useUpload();
  const t = useTranslations(`shell.${upload.work}`);
  const [opened, setOpened] = useState(false);
  const { isUploading, progress, outcome } = upload;
  const between = isUploading && progress > 0 && progress < 100;
  const state = isUploading
    ? t('running')
    : outcome === 'done'
      ? t('done')
      : outcome === 'cancelled'
        ? t('cancelled')
        : outcome === 'failed'
          ? t('failed')
          : t('none');
  const label = between ? t('busy', { percent: percent(progress / 100) }) : t('button');
  const color = outcome === 'done' ? 'green' : outcome === 'failed' ? 'red' : 'indigo';
  return (
    <Popover opened={opened} onChange={setOpened} width={280} position="bottom-end" trapFocus returnFocus withinPortal>
      <Indicator label={number(1)} size={16} offset={6} disabled={!isUploading} color="indigo">
        <Popover.Target>
          <IconButton
            label={label}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened((now) => !now)}
          >
            <IconCloudUpload size={20} stroke={1.6} />
          </IconButton>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p="xs" aria-label={t('title')}>
        <div className={classes.uploadHead}>
          {t('title')}
          <CloseButton size="sm" onClick={() => setOpened(false)} />
        </div>
        {upload.uploadActive ? (
          <div className={classes.upload}>
            <Link
              href={upload.uploadLink}
              prefetch={false}
              className={classes.uploadRow}
              onClick={() => setOpened(false)}
            >
              <span className={classes.uploadState}>
                {state}
                {between && <span>{percent(progress / 100)}</span>}
              </span>
              <Progress value={progress} size={4} color={color} aria-label={state} />
            </Link>
            <IconButton
              label={t(isUploading ? 'cancel' : 'dismiss')}
              onClick={() => {
                if (isUploading) return upload.cancel();
                // The row goes with its button; the focus goes back to the badge.
                upload.dismiss();
                setOpened(false);
              }}
            >
              <IconX size={16} />
            </IconButton>
          </div>
        ) : (
          <Text size="sm" c="dimmed" ta="center" p="xs">
            {t('none')}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
