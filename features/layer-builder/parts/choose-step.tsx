// The first step: a chosen file goes up at once; watch it, stop it, try again with the same file.
'use client';
import { Alert, Button, Group, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { Details, useErrorText } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { FileDrop } from '@/components/files/file-drop';
import { Num } from '@/components/num';
import type { Inspection } from '@/contract/schemas/upload';
import { useFormat } from '@/lib/i18n/use-format';
import { useUpload } from '@/lib/state/upload';
import { ACCEPTED, ACCEPTED_RASTERS } from '../logic/formats';
import { timeLeft } from '../logic/time-left';
import { useTransfer } from '../logic/transfer';
import classes from './choose-step.module.css';
import { useTimeText } from './use-time-text';

const RASTER_FORMATS = ['geotiff', 'worldFile'] as const;
const FORMATS = ['shapefile', 'gpkg', 'geojson', 'kml', 'csv'] as const;

function Sending() {
  const t = useTranslations('layerBuilder.upload');
  const sizeText = useSizeText();
  const timeText = useTimeText();
  const { confirm } = useDialogs();
  const { file, phase, loaded, total, since } = useTransfer();
  const cancel = useUpload((state) => state.cancel);
  const share = loaded / Math.max(1, total);
  const stop = async () => {
    const sure = await confirm({
      title: t('stopTitle'),
      text: t('stopText', { name: file?.name ?? '' }),
      confirm: t('stop'),
      danger: true,
    });
    if (sure) cancel();
  };
  const looking = phase === 'looking';
  const left = looking ? null : timeLeft(Date.now() - since, share);
  return (
    <div className={classes.sending}>
      <div className={classes.line}>
        <bdi className={classes.name}>{file?.name}</bdi>
        <Num className={classes.number} value={share} isShare />
      </div>
      <Progress value={share * 100} size={6} striped={looking} animated={looking} aria-label={t('progress')} />
      <div className={classes.line}>
        <span className={classes.hint} role="status">
          {looking ? t('looking') : t('sent', { done: sizeText(loaded), all: sizeText(total) })}
          {left && <> · {timeText(left)}</>}
        </span>
        <Button variant="default" onClick={() => void stop()}>
          {t('stop')}
        </Button>
      </div>
      <p className={classes.hint}>{t('goesOn')}</p>
    </div>
  );
}

function Failed({ retry }: { retry: () => void }) {
  const t = useTranslations('layerBuilder.upload');
  const { percent } = useFormat();
  const errorText = useErrorText();
  const { error, loaded, total } = useTransfer();
  const cut = !error || error.kind === 'network';
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={t(cut ? 'cutTitle' : 'refusedTitle')}
    >
      <p className={classes.sentence}>
        {cut ? t('cutText', { percent: percent(loaded / Math.max(1, total)) }) : errorText(error)}
      </p>
      {cut && (
        <Button variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      )}
      {error?.requestId && <Details>{`${error.requestId}\n${error.status} ${error.code}`}</Details>}
    </Alert>
  );
}

/** Calls `onSent` with what the server found inside of a file that arrives while this step is shown. */
export function ChooseStep({
  onSent,
  isRaster = false,
}: {
  onSent: (inspection: Inspection) => void;
  isRaster?: boolean;
}) {
  const t = useTranslations('layerBuilder.upload');
  const { file, phase, inspection, isDropped, choose, send } = useTransfer();
  // A file that arrived while other screens were looked at is reached through the header's badge, not by force.
  const earlier = useRef(inspection);
  useEffect(() => {
    if (!inspection || inspection === earlier.current) return;
    earlier.current = inspection;
    onSent(inspection);
  }, [inspection, onSent]);
  useEffect(() => {
    if (isDropped) void send();
  }, [isDropped, send]);
  const onFile = (next: File | null) => {
    choose(next);
    if (next) void send();
  };
  const busy = phase === 'sending' || phase === 'looking';
  return (
    <div className={classes.choose}>
      {phase === 'failed' && <Failed retry={() => void send()} />}
      {busy ? (
        <Sending />
      ) : (
        <FileDrop
          file={file}
          onFile={onFile}
          accept={isRaster ? ACCEPTED_RASTERS : ACCEPTED}
          hint={t(isRaster ? 'rasterHint' : 'hint')}
        />
      )}
      {!busy && file && (
        <Group justify="flex-end">
          <Button onClick={() => void send()}>{t('start')}</Button>
        </Group>
      )}
      <dl className={classes.formats}>
        {(isRaster ? RASTER_FORMATS : FORMATS).map((format) => (
          <div key={format}>
            <dt>{t(`formats.${format}.name`)}</dt>
            <dd>{t(`formats.${format}.text`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
