// Files as thumbs of 96 pixels, or as a list with what is known of each; one opens over the screen.
'use client';
import { UnstyledButton } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useSizeText } from '@/components/fields/use-size-text';
import { api, pathOf } from '@/contract';
import type { LayerFile } from '@/contract/schemas/record';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './files.module.css';

/** Where a file's content is, behind the session. */
export const contentOf = ({ id, layer_data }: LayerFile) =>
  `/api/${pathOf(api.files.content, { id })}?layer_data=${layer_data}`;
export const isPicture = ({ type }: LayerFile) => type.startsWith('image/');

export interface FileGridProps {
  files: readonly LayerFile[];
  face: 'grid' | 'list';
  onOpen: (id: number) => void;
}

/** What a list has room to tell of a file. */
function Facts({ file }: { file: LayerFile }) {
  const size = useSizeText();
  const { date } = useFormat();
  return (
    <small className={classes.facts}>
      {size(file.size)} · <time dateTime={file.create_date}>{date(file.create_date)}</time>
      {file.user && (
        <>
          {' · '}
          <bdi>{personName(file.user)}</bdi>
        </>
      )}
    </small>
  );
}

export function FileGrid({ files, face, onOpen }: FileGridProps) {
  const t = useTranslations('records.files');
  return (
    <ul className={classes.grid} data-face={face} aria-label={t('list')}>
      {files.map((file) => (
        <li key={file.id}>
          <UnstyledButton className={classes.thumb} onClick={() => onOpen(file.id)}>
            {isPicture(file) ? (
              // biome-ignore lint/performance/noImgElement: a file of the record, behind the session
              <img src={contentOf(file)} alt="" width={96} height={96} loading="lazy" />
            ) : (
              <span className={classes.kind}>
                <IconFile size={face === 'grid' ? 32 : 20} stroke={1.5} aria-hidden />
              </span>
            )}
            <span className={classes.words}>
              <bdi className={classes.label}>{file.label || file.name}</bdi>
              {face === 'list' && <Facts file={file} />}
              {file.pending && <small className={classes.pending}>{t(`pending.${file.pending}`)}</small>}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
