// One file over the screen: arrows go to the next, a press zooms, and it is downloaded, named and deleted from here. Esc closes it.
'use client';
import { Button, Group, Text, TextInput } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFile,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useSizeText } from '@/components/fields/use-size-text';
import { IconButton } from '@/components/icon-button';
import { Dialog } from '@/components/layout/dialog';
import type { LayerFile } from '@/contract/schemas/record';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { contentOf, isPicture } from './file-grid';
import classes from './files.module.css';

export interface LightboxProps {
  files: readonly LayerFile[];
  /** The id of the one that is open. */
  open: number;
  onOpen: (id: number | null) => void;
  /** Absent where nothing may be changed. */
  onRemove?: ((file: LayerFile) => Promise<void>) | undefined;
  onLabel?: ((file: LayerFile, label: string) => Promise<void>) | undefined;
}

export function Lightbox({ files, open, onOpen, onRemove, onLabel }: LightboxProps) {
  const t = useTranslations('records.files');
  const { confirm } = useDialogs();
  const [isZoomed, setZoomed] = useState(false);
  const at = files.findIndex(({ id }) => id === open);
  const file = files[at];
  if (!file) return null;
  const go = (by: number) => {
    const next = files[(at + by + files.length) % files.length];
    setZoomed(false);
    if (next) onOpen(next.id);
  };
  const remove = async () => {
    const name = file.label || file.name;
    if (
      !(await confirm({ title: t('removeTitle', { name }), text: t('removeText'), confirm: t('remove'), danger: true }))
    )
      return;
    const next = files[at + 1] ?? files[at - 1];
    onOpen(next?.id ?? null);
    await onRemove?.(file);
  };
  const handleKey = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).tagName === 'INPUT') return;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    if (event.key === 'ArrowLeft') go(isRtl ? 1 : -1);
    if (event.key === 'ArrowRight') go(isRtl ? -1 : 1);
  };
  return (
    <Dialog
      opened
      onClose={() => onOpen(null)}
      fullScreen
      title={<bdi>{file.label || file.name}</bdi>}
      onKeyDown={handleKey}
    >
      <div className={classes.stage} data-zoomed={isZoomed || undefined}>
        {isPicture(file) ? (
          // biome-ignore lint/performance/noImgElement: a file of the record, behind the session
          <img src={contentOf(file)} alt={file.label || file.name} />
        ) : (
          <IconFile size={96} stroke={1} aria-hidden />
        )}
      </div>
      <Group mt={12} gap="xs">
        <IconButton label={t('previous')} disabled={files.length < 2} onClick={() => go(-1)}>
          <IconChevronLeft size={20} className="points" />
        </IconButton>
        <IconButton label={t('next')} disabled={files.length < 2} onClick={() => go(1)}>
          <IconChevronRight size={20} className="points" />
        </IconButton>
        {isPicture(file) && (
          <IconButton label={t(isZoomed ? 'zoomOut' : 'zoomIn')} onClick={() => setZoomed(!isZoomed)}>
            {isZoomed ? <IconZoomOut size={20} /> : <IconZoomIn size={20} />}
          </IconButton>
        )}
        <Button
          component="a"
          href={contentOf(file)}
          download={file.name}
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {t('download')}
        </Button>
        {onRemove && (
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
            {t('remove')}
          </Button>
        )}
        {onLabel && <LabelForm key={file.id} file={file} onLabel={onLabel} />}
      </Group>
      <About file={file} />
    </Dialog>
  );
}

function LabelForm({ file, onLabel }: { file: LayerFile; onLabel: NonNullable<LightboxProps['onLabel']> }) {
  const t = useTranslations('records.files');
  const [label, setLabel] = useState(file.label);
  const isChanged = label.trim() !== '' && label.trim() !== file.label;
  return (
    <form
      className={classes.labelForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void onLabel(file, label.trim());
      }}
    >
      <TextInput
        aria-label={t('label')}
        maxLength={200}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isChanged}>
        {t('saveLabel')}
      </Button>
    </form>
  );
}

/** Who brought it, when, and how large it is. */
function About({ file }: { file: LayerFile }) {
  const t = useTranslations('records.files');
  const { date } = useFormat();
  const sizeText = useSizeText();
  const by = file.user ? personName(file.user) : '';
  return (
    <Text size="sm" c="dimmed" mt={8}>
      {t('about', { by, at: date(file.create_date, 'datetime'), size: sizeText(file.size) })}
    </Text>
  );
}
