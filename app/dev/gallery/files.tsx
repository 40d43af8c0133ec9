// Files: dropped, and looked at over the screen.
'use client';
import { Button, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DropZone } from '@/components/files/drop-zone';
import { FileDialog } from '@/components/files/file-dialog';
import { FileDrop } from '@/components/files/file-drop';

const FILES = [
  { name: 'signin-map.svg', href: '/signin-map.svg', isPicture: true },
  { name: 'roads.zip', title: 'Roads', href: '/signin-map.svg', isPicture: false },
];

export function FilesBox() {
  const t = useTranslations('common');
  const [file, setFile] = useState<File | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Stack gap="sm">
      <FileDrop file={file} onFile={setFile} accept={['.zip', '.gpkg']} hint="zip, gpkg" maxSize={1_000_000} />
      <DropZone words={t('fileDrop.drop')} onFiles={([first]) => setFile(first ?? null)}>
        <p style={{ minBlockSize: 80 }}>{t('notFoundText')}</p>
      </DropZone>
      <Button variant="default" onClick={() => setOpen(0)}>
        {t('details')}
      </Button>
      {open !== null && <FileDialog files={FILES} open={open} onOpen={setOpen} />}
    </Stack>
  );
}
