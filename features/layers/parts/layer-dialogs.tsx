// The dialogs above the list of layers, one at a time: the trash, a copy, an export, another owner.
'use client';
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Layer } from '@/contract/schemas/layer';
import type { Who } from '@/lib/routes/rules';
import type { ExportDialogProps } from '@/tools/index';
import { CopyDialog } from './copy-dialog';
import { OwnerDialog } from './owner-dialog';
import { TrashDialog } from './trash-dialog';

/** The map's tools come only when something of theirs is opened. */
export const loadTools = () => import('@/tools/index');
const ExportDialog = lazyPart<ExportDialogProps>(async () => ({ default: (await loadTools()).ExportDialog }));

export type LayerDialog = { kind: 'trash' } | { kind: 'copy' | 'export' | 'sync' | 'owner'; layer: Layer };

/** Of a layer that follows a database table. */
export type SyncDialog = ComponentType<{ layer: Layer; onClose: () => void }>;

interface LayerDialogsProps {
  dialog: LayerDialog | null;
  who: Who | null;
  SyncDialog: SyncDialog;
  onClose: () => void;
}

export function LayerDialogs({ dialog, who, SyncDialog, onClose }: LayerDialogsProps) {
  if (!dialog) return null;
  if (dialog.kind === 'trash') return <TrashDialog who={who} onClose={onClose} />;
  if (dialog.kind === 'copy') return <CopyDialog layer={dialog.layer} onClose={onClose} />;
  if (dialog.kind === 'owner') return <OwnerDialog layer={dialog.layer} onClose={onClose} />;
  const Part = dialog.kind === 'sync' ? SyncDialog : ExportDialog;
  return (
    <Suspense>
      <Part layer={dialog.layer} onClose={onClose} />
    </Suspense>
  );
}
