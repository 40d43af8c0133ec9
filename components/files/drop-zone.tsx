// A place on which files are dropped, around whatever lies there: it is marked while they are over it, or says so over its contents.
'use client';
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './drop-zone.module.css';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

export interface DropZoneProps {
  /** Null where nothing can be taken. */
  onFiles: ((files: File[]) => void) | null;
  /** What letting go does, over the contents while files are there. */
  words?: string;
  className?: string | undefined;
  children: ReactNode;
}

export function DropZone({ onFiles, words, className = '', children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; a button inside does the same by keyboard
    <div
      className={`${classes.zone} ${className}`}
      data-over={isOver || undefined}
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
      {words && isOver && <p className={classes.words}>{words}</p>}
    </div>
  );
}
