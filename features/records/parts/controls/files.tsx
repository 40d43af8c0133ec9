// The input of files, pictures and signatures: what hangs on the record, and more from the device or its camera.
'use client';
import { Anchor, Button, FileButton, Group, Input } from '@mantine/core';
import { IconCamera, IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { IconButton } from '@/components/icon-button';
import { api, pathOf } from '@/contract';
import { MAX_FILE_BYTES, MAX_FILES } from '@/contract/fields/files/file';
import type { LayerFile } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import classes from './files.module.css';
import { SignaturePad } from './signature-pad';
import type { Control, ControlProps } from './types';
import { useSendFiles } from './use-send-files';

const addressOf = ({ id, layer_data }: LayerFile) =>
  `/api/${pathOf(api.files.content, { id })}?layer_data=${layer_data}`;

interface FileItemProps {
  file: LayerFile;
  /** Null where it stays. */
  onRemove: (() => void) | null;
}

function FileItem({ file, onRemove }: FileItemProps) {
  const t = useTranslations('records.form');
  const sizeText = useSizeText();
  const isPicture = file.type.startsWith('image/');
  return (
    <li className={classes.item}>
      <Anchor href={addressOf(file)} download={file.name} className={classes.link}>
        {isPicture ? (
          // biome-ignore lint/performance/noImgElement: a file of the record, behind the session
          <img src={addressOf(file)} alt={file.label} className={classes.picture} loading="lazy" />
        ) : (
          <IconFile size={20} aria-hidden />
        )}
        <span className={classes.name}>
          <bdi>{file.label || file.name}</bdi>
          <small>{sizeText(file.size)}</small>
        </span>
      </Anchor>
      {onRemove && (
        <IconButton label={t('dropFile', { name: file.label || file.name })} size={28} onClick={onRemove}>
          <IconX size={16} />
        </IconButton>
      )}
    </li>
  );
}

interface WaitingItemProps {
  file: File;
  onRemove: () => void;
}

/** A file that goes up with the new record. */
function WaitingItem({ file, onRemove }: WaitingItemProps) {
  const t = useTranslations('records.form');
  const sizeText = useSizeText();
  const isPicture = file.type.startsWith('image/');
  const address = useMemo(() => (isPicture ? URL.createObjectURL(file) : null), [file, isPicture]);
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address]);
  return (
    <li className={classes.item}>
      <span className={classes.link}>
        {address === null ? (
          <IconFile size={20} aria-hidden />
        ) : (
          // biome-ignore lint/performance/noImgElement: a file of this device
          <img src={address} alt={file.name} className={classes.picture} />
        )}
        <span className={classes.name}>
          <bdi>{file.name}</bdi>
          <small>
            {sizeText(file.size)} · {t('goesWith')}
          </small>
        </span>
      </span>
      <IconButton label={t('dropFile', { name: file.name })} size={28} onClick={onRemove}>
        <IconX size={16} />
      </IconButton>
    </li>
  );
}

interface AddButtonsProps {
  isImage: boolean;
  most: number;
  busy: boolean;
  onPick: (files: readonly File[]) => void;
}

function AddButtons({ isImage, most, busy, onPick }: AddButtonsProps) {
  const t = useTranslations('records.form');
  return (
    <Group gap="xs">
      <FileButton
        multiple={most > 1}
        accept={isImage ? 'image/*' : ''}
        onChange={(picked) => onPick([picked ?? []].flat())}
      >
        {(props) => (
          <Button {...props} variant="default" loading={busy} leftSection={<IconPaperclip size={16} />}>
            {t(isImage ? 'addPicture' : 'addFile')}
          </Button>
        )}
      </FileButton>
      {isImage && (
        <FileButton accept="image/*" capture="environment" onChange={(picked) => onPick([picked ?? []].flat())}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              className={classes.camera}
              disabled={busy}
              leftSection={<IconCamera size={16} />}
            >
              {t('camera')}
            </Button>
          )}
        </FileButton>
      )}
    </Group>
  );
}

/** Takes files in: onto the record, or to go up with a new one. */
function useFilePick({ field, value, record, waiting, onChange }: ControlProps) {
  const t = useTranslations('records.form');
  const errorText = useErrorText();
  const sizeText = useSizeText();
  const [failure, setFailure] = useState<unknown>(null);
  /** The name of one that is too large. */
  const [large, setLarge] = useState<string | null>(null);
  const sending = useSendFiles();
  const ids = Array.isArray(value) ? value.map(Number) : [];
  const isSignature = field.type === 'signature';
  const most = isSignature ? 1 : typeof field.max === 'number' ? Math.min(field.max, MAX_FILES) : MAX_FILES;
  const count = isSignature ? 0 : ids.length + (waiting?.files.length ?? 0);
  const send = async (files: readonly File[]) => {
    if (record === null) return;
    const upload = await sending.send(record, files);
    setFailure(upload.failure);
    // What has arrived hangs on the record already.
    onChange([...(isSignature ? [] : ids), ...upload.ids]);
  };
  return {
    ids,
    most,
    isFull: count >= most,
    busy: sending.isSending,
    problem:
      failure === null ? large && t('fileLarge', { name: large, size: sizeText(MAX_FILE_BYTES) }) : errorText(failure),
    async pick(files: readonly File[]) {
      setFailure(null);
      setLarge(files.find(({ size }) => size > MAX_FILE_BYTES)?.name ?? null);
      const fitting = files.filter(({ size }) => size <= MAX_FILE_BYTES).slice(0, most - count);
      if (record !== null) await send(fitting);
      else waiting?.set(isSignature ? fitting : [...waiting.files, ...fitting]);
    },
  };
}

const FilesControl: Control = (props) => {
  const { field, record, waiting, common, onChange } = props;
  const t = useTranslations('records.form');
  const [isSigning, setSigning] = useState(false);
  const list = useRead(api.files.list, { query: { layer_data: record ?? 0 } }, { enabled: record !== null });
  const { ids, most, isFull, busy, problem, pick } = useFilePick(props);
  const files = (list.data ?? []).filter(({ id }) => ids.includes(id));
  const { readOnly, error, ...wrapper } = common;
  const isSignature = field.type === 'signature';
  const isOpen = !readOnly && (record !== null || waiting !== null);
  const mayAdd = isOpen && !isFull;
  const isSigned = ids.length > 0 || (waiting?.files.length ?? 0) > 0;
  return (
    <Input.Wrapper {...wrapper} labelElement="div" error={problem ?? error}>
      <ul className={classes.list} id={common.id} tabIndex={-1}>
        {files.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            onRemove={readOnly ? null : () => onChange(ids.filter((id) => id !== file.id))}
          />
        ))}
        {waiting?.files.map((file, i) => (
          <WaitingItem
            key={`${file.name}/${file.size}/${file.lastModified}`}
            file={file}
            onRemove={() => waiting.set(waiting.files.toSpliced(i, 1))}
          />
        ))}
      </ul>
      {!isOpen && !readOnly && <p className={classes.note}>{t('filesLater')}</p>}
      {mayAdd && isSignature && !isSigning && (
        <Button variant="default" onClick={() => setSigning(true)}>
          {t(isSigned ? 'signAgain' : 'sign')}
        </Button>
      )}
      {mayAdd && isSigning && (
        <SignaturePad
          busy={busy}
          onCancel={() => setSigning(false)}
          onDone={async (file) => {
            await pick([file]);
            setSigning(false);
          }}
        />
      )}
      {mayAdd && !isSignature && (
        <AddButtons isImage={field.type === 'image'} most={most} busy={busy} onPick={(picked) => void pick(picked)} />
      )}
    </Input.Wrapper>
  );
};

/** For lazy loading. */
export default FilesControl;
