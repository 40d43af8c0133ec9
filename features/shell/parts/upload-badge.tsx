// What is under way, in the header: an upload or an analysis, acts and exports in the background; how far it is, a way to cancel it, a way to where it leads.
'use client';
import { CloseButton, Indicator, Popover, Progress, Text } from '@mantine/core';
import { IconCloudUpload, IconX } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { Num } from '@/components/num';
import { isOver } from '@/lib/api/use-job';
import { useFormat } from '@/lib/i18n/use-format';
import { useUpload } from '@/lib/state/upload';
import classes from './header.module.css';
import { JobRows } from './job-rows';
import { useHeaderJobs } from './use-header-jobs';

/** What the row says, and what the button is called. */
function useBadgeTexts(running: number) {
  const { percent, number } = useFormat();
  const { work, isUploading, progress, outcome } = useUpload();
  const t = useTranslations(`shell.${work}`);
  const jobs = useTranslations('shell.jobs');
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
  const label = between
    ? t('busy', { percent: percent(progress / 100) })
    : running > 0 && !isUploading
      ? jobs('busy', { n: number(running) })
      : t('button');
  return { state, label };
}

/** Three states: uploading with a cancel button, complete with a close button, cancelled or failed. */
export function UploadBadge() {
  const { number } = useFormat();
  const upload = useUpload();
  const t = useTranslations(`shell.${upload.work}`);
  const [opened, setOpened] = useState(false);
  const jobs = useHeaderJobs(opened);
  const running = jobs.filter((job) => !isOver(job)).length + (upload.isUploading ? 1 : 0);
  const work = useTranslations('shell.jobs');
  const badge = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpened(false);
    badge.current?.focus();
  };
  const { outcome } = upload;
  const { state, label } = useBadgeTexts(running);
  const color = outcome === 'done' ? 'green' : outcome === 'failed' ? 'red' : 'indigo';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return;
    event.preventDefault();
    close();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpened(false);
  };
  return (
    // It is no modal dialog: it lies behind its button in the order of the page, and closes when the keyboard has left it.
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes, from the button as well
    <div onKeyDown={onKeyDown} onBlur={onBlur}>
      <Popover
        opened={opened}
        onChange={setOpened}
        width={300}
        position="bottom-end"
        closeOnEscape={false}
        withinPortal={false}
      >
        <Indicator label={number(running)} size={16} offset={6} disabled={running === 0} color="indigo">
          <Popover.Target>
            <IconButton
              ref={badge}
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
            {upload.uploadActive || jobs.length === 0 ? t('title') : work('title')}
            <CloseButton size="sm" onClick={close} />
          </div>
          {upload.uploadActive ? (
            <UploadRow state={state} color={color} onLeave={() => setOpened(false)} onDismissed={close} />
          ) : (
            jobs.length === 0 && (
              <Text size="sm" c="dimmed" ta="center" p="xs">
                {t('none')}
              </Text>
            )
          )}
          <JobRows jobs={jobs} />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

interface UploadRowProps {
  state: string;
  color: string;
  /** The row's link is followed. */
  onLeave: () => void;
  /** The row goes with its button. */
  onDismissed: () => void;
}

function UploadRow({ state, color, onLeave, onDismissed }: UploadRowProps) {
  const upload = useUpload();
  const t = useTranslations(`shell.${upload.work}`);
  const { isUploading, progress } = upload;
  return (
    <div className={classes.upload}>
      <Link href={upload.uploadLink} prefetch={false} className={classes.uploadRow} onClick={onLeave}>
        <span className={classes.uploadState}>
          {state}
          {isUploading && progress > 0 && progress < 100 && (
            <span>
              <Num value={progress / 100} isShare />
            </span>
          )}
        </span>
        <Progress value={progress} size={4} color={color} aria-label={state} />
      </Link>
      <IconButton
        label={t(isUploading ? 'cancel' : 'dismiss')}
        onClick={() => {
          if (isUploading) return upload.cancel();
          upload.dismiss();
          onDismissed();
        }}
      >
        <IconX size={16} />
      </IconButton>
    </div>
  );
}
