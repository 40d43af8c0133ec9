// Layers from databases with the import's choice of a coordinate system and its watched job.
'use client';
import { CrsSelect } from '@/features/layer-builder/slots/crs-select';
import { JobWatch } from '@/features/layer-builder/slots/job-watch';
import { LayerBuilderDbScreen } from '@/features/layer-sources/screens/layer-builder-db';
import type { Who } from '@/lib/routes/rules';

export const LayerBuilderDbJoined = ({ who }: { who: Who | null }) => (
  <LayerBuilderDbScreen who={who} Crs={CrsSelect} JobWatch={JobWatch} />
);
