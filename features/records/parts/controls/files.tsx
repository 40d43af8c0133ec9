// The input of files, pictures and signatures: what hangs on the record, and more from the device or its camera.
'use client';
import { Anchor, Button, FileButton, Group, Input } from '@mantine/core';
import { IconCamera, IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { IconButton } from '@/components/icon-button';
import { api, pathOf } from '@/contract';
import { MAX_FILES } from '@/contract/fields/files/file';
import type { LayerFile } from '@/contract/schemas/record';
import { useRead, useWrite } from '@/lib/api/hooks';
import classes from './files.module.css';
import { SignaturePad } from './signature-pad';
import type { Control } from './types';

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

export const FilesControl: Control = ({ field, value, record, common, onChange }) => {
  const t = useTranslations('records.form');
  const errorText = useErrorText();
  const [failure, setFailure] = useState<unknown>(null);
  const [isSigning, setSigning] = useState(false);
  const list = useRead(api.files.list, { query: { layer_data: record ?? 0 } }, { enabled: record !== null });
  const add = useWrite(api.files.add);
  const ids = Array.isArray(value) ? value.map(Number) : [];
  const files = (list.data ?? []).filter(({ id }) => ids.includes(id));
  const { readOnly, error, ...wrapper } = common;
  const isSignature = field.type === 'signature';
  const most = isSignature ? 1 : typeof field.max === 'number' ? Math.min(field.max, MAX_FILES) : MAX_FILES;
  const send = async (picked: readonly File[]) => {
    setFailure(null);
    const next = isSignature ? [] : [...ids];
    try {
      for (const file of picked.slice(0, most - next.length)) {
        const added = await add.mutateAsync({ body: { layer_data: String(record), label: file.name, path: file } } as never); // biome-ignore format: one call
        next.push(added.id);
      }
    } catch (error) {
      setFailure(error);
    }
    // What has arrived hangs on the record already.
    onChange(next);
  };
  const mayAdd = !readOnly && record !== null && (isSignature || ids.length < most);
  return (
    <Input.Wrapper {...wrapper} labelElement="div" error={failure === null ? error : errorText(failure)}>
      <ul className={classes.list} id={common.id} tabIndex={-1}>
        {files.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            onRemove={readOnly ? null : () => onChange(ids.filter((id) => id !== file.id))}
          />
        ))}
      </ul>
      {record === null && !readOnly && <p className={classes.note}>{t('filesLater')}</p>}
      {mayAdd && isSignature && !isSigning && (
        <Button variant="default" onClick={() => setSigning(true)}>
          {t(ids.length > 0 ? 'signAgain' : 'sign')}
        </Button>
      )}
      {mayAdd && isSigning && (
        <SignaturePad
          busy={add.isPending}
          onCancel={() => setSigning(false)}
          onDone={async (file) => {
            await send([file]);
            setSigning(false);
          }}
        />
      )}
      {mayAdd && !isSignature && (
        <AddButtons
          isImage={field.type === 'image'}
          most={most}
          busy={add.isPending}
          onPick={(picked) => void send(picked)}
        />
      )}
    </Input.Wrapper>
  );
};
