// Files may be dropped anywhere on a talk.
'use client';
import { useTranslations } from 'next-intl';
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './files.module.css';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** `onFiles` is null where nothing can be sent. */
export function DropZone({ onFiles, children }: { onFiles: ((files: File[]) => void) | null; children: ReactNode }) {
  const t = useTranslations('messages.chat');
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button of the composer does the same by keyboard
    <div
      className={classes.zone}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        // Else the browser would leave the page for the file.
        event.preventDefault();
        setOver(onFiles !== null);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles?.([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && <p className={classes.drop}>{t('dropFiles')}</p>}
    </div>
  );
}
