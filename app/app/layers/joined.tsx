// The list of layers with the dialog of those that follow a table.
'use client';
import { lazyPart } from '@/components/layout/lazy-part';
import type { SyncDialogProps } from '@/features/layer-sources/slots/sync-dialog';
import { GroupLayerScreen } from '@/features/layers/screens/group-layer';
import { LayersScreen } from '@/features/layers/screens/layers';
import type { Who } from '@/lib/routes/rules';

/** Few layers have a table behind them. */
const SyncDialog = lazyPart<SyncDialogProps>(() =>
  import('@/features/layer-sources/slots/sync-dialog').then((slot) => ({ default: slot.SyncDialog })),
);

export const LayersJoined = ({ who }: { who: Who | null }) => <LayersScreen who={who} SyncDialog={SyncDialog} />;

export const GroupLayerJoined = ({ id, who }: { id: number; who: Who | null }) => (
  <GroupLayerScreen id={id} who={who} SyncDialog={SyncDialog} />
);
