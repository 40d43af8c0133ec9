// A file of a record over the screen: named and deleted from here.
'use client';
import { Button, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useSizeText } from '@/components/fields/use-size-text';
import { FileDialog } from '@/components/files/file-dialog';
import type { LayerFile } from '@/contract/schemas/record';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { contentOf, isPicture } from './file-grid';
import classes from './files.module.css';

export interface OpenFileProps {
  files: readonly LayerFile[];
  /** The id of the one that is open. */
  open: number;
  onOpen: (id: number | null) => void;
  /** Absent where nothing may be changed. */
  onRemove?: ((file: LayerFile) => Promise<void>) | undefined;
  onLabel?: ((file: LayerFile, label: string) => Promise<void>) | undefined;
}

export function OpenFile({ files, open, onOpen, onRemove, onLabel }: OpenFileProps) {
  const t = useTranslations('records.files');
  const { confirm } = useDialogs();
  const at = files.findIndex(({ id }) => id === open);
  const file = files[at];
  if (!file) return null;
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
  return (
    <FileDialog
      files={files.map((one) => ({
        name: one.name,
        title: one.label || one.name,
        href: contentOf(one),
        isPicture: isPicture(one),
      }))}
      open={at}
      onOpen={(next) => onOpen(next === null ? null : (files[next]?.id ?? null))}
      acts={
        <>
          {onRemove && (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
              {t('remove')}
            </Button>
          )}
          {onLabel && <LabelForm key={file.id} file={file} onLabel={onLabel} />}
        </>
      }
      about={<About file={file} />}
    />
  );
}

function LabelForm({ file, onLabel }: { file: LayerFile; onLabel: NonNullable<OpenFileProps['onLabel']> }) {
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
  const { date } = useFormat();
  const sizeText = useSizeText();
  const by = file.user ? [isolate(personName(file.user))] : [];
  return (
    <Text size="sm" c="dimmed">
      {[...by, date(file.create_date, 'datetime'), sizeText(file.size)].join(' · ')}
    </Text>
  );
}
