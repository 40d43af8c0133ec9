// The map screen with the records' form and table, the import's place to drop files, and the shell's help, in it.
'use client';
import { Home } from '@/features/home/screens/home';
import { ImportDrop } from '@/features/layer-builder/slots/import-drop';
import { RecordPanel } from '@/features/records/slots/record-panel';
import { RecordTable } from '@/features/records/slots/record-table';
import { HelpPage } from '@/features/shell/slots/help-page';
import type { BaseMapOffer } from '@/lib/base-maps/files';

/** `baseMaps` are those that the deployment offers beside the street map. */
export const HomeJoined = ({ baseMaps }: { baseMaps: readonly BaseMapOffer[] }) => (
  <Home
    baseMaps={baseMaps}
    RecordPanel={RecordPanel}
    RecordTable={RecordTable}
    HelpDialog={HelpPage}
    ImportDrop={ImportDrop}
  />
);
