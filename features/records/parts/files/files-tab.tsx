// The files of a record: looked at, sent from the device or its camera, named and deleted.
'use client';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { useSizeText } from '@/components/fields/use-size-text';
import { api } from '@/contract';
import { MAX_FILE_BYTES } from '@/contract/fields/files/file';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { FileGrid } from './file-grid';
import classes from './files.module.css';
import { Lightbox } from './lightbox';
import { MAX_RECORD_FILES, type QueuedFile, useFileQueue } from './use-file-queue';

interface FilesTabProps {
  record: number;
  mayEdit: boolean;
}

function QueuedRow({ one, onRetry, onCancel }: { one: QueuedFile; onRetry: () => void; onCancel: () => void }) {
  const t = useTranslations('records.files');
  const errorText = useErrorText();
  return (
    <li>
      <bdi>{one.file.name}</bdi>
      <span role="status">{one.state === 'failed' ? errorText(one.failure) : t(`states.${one.state}`)}</span>
      {one.state === 'failed' && (
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

function Sender({ record, count }: { record: number; count: number }) {
  const t = useTranslations('records.files');
  const { number } = useFormat();
  const sizeText = useSizeText();
  const { queue, refusals, add, retry, cancel } = useFileQueue(record, count);
  const limits = { size: sizeText(MAX_FILE_BYTES), n: number(MAX_RECORD_FILES) };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside do the same by keyboard
    <div
      className={classes.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add([...event.dataTransfer.files]);
      }}
    >
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
      {queue.length > 0 && (
        <ul className={classes.queue}>
          {queue.map((one) => (
            <QueuedRow key={one.key} one={one} onRetry={() => retry(one)} onCancel={() => cancel(one.key)} />
          ))}
        </ul>
      )}
      {queue.some(({ state }) => state === 'failed') && <Link href={href('profile')}>{t('plan')}</Link>}
    </div>
  );
}

export default function FilesTab({ record, mayEdit }: FilesTabProps) {
  const t = useTranslations('records.files');
  const errorText = useErrorText();
  const files = useRead(api.files.list, { query: { layer_data: record } });
  const removeFile = useWrite(api.files.remove);
  const setLabel = useWrite(api.files.label);
  const [open, setOpen] = useState<number | null>(null);
  const report = async (work: Promise<unknown>, message: string) => {
    try {
      await work;
      toast({ type: 'success', message });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  if (files.error && !files.data) return <ErrorState error={files.error} retry={() => void files.refetch()} />;
  if (!files.data) return <ListSkeleton rows={3} />;
  const query = { layer_data: record };
  return (
    <div className={classes.tab}>
      {mayEdit && <Sender record={record} count={files.data.length} />}
      {files.data.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} noAct="final" />
      ) : (
        <FileGrid files={files.data} onOpen={setOpen} />
      )}
      {open !== null && (
        <Lightbox
          files={files.data}
          open={open}
          onOpen={setOpen}
          {...(mayEdit && {
            onRemove: ({ id }) => report(removeFile.mutateAsync({ params: { id }, query }), t('removed')),
            onLabel: ({ id }, label) =>
              report(setLabel.mutateAsync({ params: { id }, query, body: { label } }), t('labelled')),
          })}
        />
      )}
    </div>
  );
}
