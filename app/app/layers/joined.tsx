// The list of layers with the dialog of those that follow a table.
'use client';
import { useLocale } from 'next-intl';
import { lazyPart } from '@/components/layout/lazy-part';
import type { SyncDialogProps } from '@/features/layer-sources/slots/sync-dialog';
import { GroupLayerScreen } from '@/features/layers/screens/group-layer';
import { LayersScreen } from '@/features/layers/screens/layers';
import { firstReads } from '@/features/records/slots/first-reads';
import { beginReads } from '@/lib/api/early/early-reads';
import type { Who } from '@/lib/routes/rules';

/** Few layers have a table behind them. */
const SyncDialog = lazyPart<SyncDialogProps>(() =>
  import('@/features/layer-sources/slots/sync-dialog').then((slot) => ({ default: slot.SyncDialog })),
);

/** The records of a layer whose name is about to be pressed are on their way before it is. */
function useOnNear() {
  const lang = useLocale();
  return ({ id }: { id: number }) => beginReads(firstReads(id, true), lang);
}

export function LayersJoined({ who }: { who: Who | null }) {
  return <LayersScreen who={who} SyncDialog={SyncDialog} onNear={useOnNear()} />;
}

export function GroupLayerJoined({ id, who }: { id: number; who: Who | null }) {
  return <GroupLayerScreen id={id} who={who} SyncDialog={SyncDialog} onNear={useOnNear()} />;
}
