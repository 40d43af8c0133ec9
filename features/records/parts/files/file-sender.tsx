// Where files are added to a record: the limits, what is on its way as one progress, and the space that is left.
'use client';
import { Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { DropZone } from '@/components/files/drop-zone';
import { MAX_FILE_BYTES } from '@/contract/fields/files/file';
import { isPassing } from '@/lib/api/errors';
import { useFormat } from '@/lib/i18n/use-format';
import type { BatchProgress, QueuedFile } from './file-batch';
import classes from './files.module.css';
import { Space } from './space-meter';
import { MAX_RECORD_FILES, useFileQueue } from './use-file-queue';

function QueuedRow({ one, onRetry, onCancel }: { one: QueuedFile; onRetry: () => void; onCancel: () => void }) {
  const t = useTranslations('records.files');
  const errorText = useErrorText();
  return (
    <li>
      <bdi>{one.file.name}</bdi>
      <span role="status">{one.state === 'failed' ? errorText(one.failure) : t(`states.${one.state}`)}</span>
      {one.state === 'failed' && isPassing(one.failure) && (
        <Button size="compact-xs" variant="subtle" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </li>
  );
}

/** The whole batch in one line. */
function Batch({ progress, onCancel }: { progress: BatchProgress; onCancel: () => void }) {
  const t = useTranslations('records.files');
  const { number } = useFormat();
  return (
    <section className={classes.batch} aria-label={t('batch')}>
      <span role="status">{t('batchProgress', { n: number(progress.sent), all: number(progress.total) })}</span>
      <Progress value={progress.percent} aria-label={t('batch')} className={classes.batchBar} />
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        {t('cancelAll')}
      </Button>
    </section>
  );
}

/** `count` is how many files hang on the record. */
export function FileSender({ record, count }: { record: number; count: number }) {
  const t = useTranslations('records.files');
  const { number } = useFormat();
  const sizeText = useSizeText();
  const { queue, progress, refusals, add, retry, cancel, cancelAll } = useFileQueue(record, count);
  const limits = { size: sizeText(MAX_FILE_BYTES), n: number(MAX_RECORD_FILES) };
  return (
    <DropZone className={classes.drop} onFiles={add}>
      <Group gap="xs">
        <FileButton multiple onChange={add}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPaperclip size={16} />}>
              {t('add')}
            </Button>
          )}
        </FileButton>
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && add([file])}>
          {(props) => (
            <Button {...props} variant="default" className={classes.camera} leftSection={<IconCamera size={16} />}>
              {t('camera')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t('limits', limits)}
      </Text>
      {refusals.map(({ name, why }) => (
        <Callout key={`${why} ${name}`} kind="refusal">
          {t(`refused.${why}`, { name, ...limits })}
        </Callout>
      ))}
      {progress && progress.total > 1 && <Batch progress={progress} onCancel={cancelAll} />}
      {queue.length > 0 && (
        <ul className={classes.queue}>
          {queue.map((one) => (
            <QueuedRow key={one.key} one={one} onRetry={() => retry(one)} onCancel={() => cancel(one.key)} />
          ))}
        </ul>
      )}
      <Space isRefused={queue.some(({ state }) => state === 'failed')} />
    </DropZone>
  );
}
