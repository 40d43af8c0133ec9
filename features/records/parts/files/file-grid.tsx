// Files as thumbs of 96 pixels; one opens in the lightbox.
'use client';
import { UnstyledButton } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { api, pathOf } from '@/contract';
import type { LayerFile } from '@/contract/schemas/record';
import classes from './files.module.css';

/** Where a file's content is, behind the session. */
export const contentOf = ({ id, layer_data }: LayerFile) =>
  `/api/${pathOf(api.files.content, { id })}?layer_data=${layer_data}`;
export const isPicture = ({ type }: LayerFile) => type.startsWith('image/');

export interface FileGridProps {
  files: readonly LayerFile[];
  onOpen: (id: number) => void;
}

export function FileGrid({ files, onOpen }: FileGridProps) {
  const t = useTranslations('records.files');
  return (
    <ul className={classes.grid} aria-label={t('list')}>
      {files.map((file) => (
        <li key={file.id}>
          <UnstyledButton className={classes.thumb} onClick={() => onOpen(file.id)}>
            {isPicture(file) ? (
              // biome-ignore lint/performance/noImgElement: a file of the record, behind the session
              <img src={contentOf(file)} alt="" width={96} height={96} loading="lazy" />
            ) : (
              <span className={classes.kind}>
                <IconFile size={32} stroke={1.5} aria-hidden />
              </span>
            )}
            <bdi className={classes.label}>{file.label || file.name}</bdi>
            {file.pending && <small className={classes.pending}>{t(`pending.${file.pending}`)}</small>}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
