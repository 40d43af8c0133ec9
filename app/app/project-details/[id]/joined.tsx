// The page of a project with the table of its records, which is another room's.
'use client';
import { useState } from 'react';
import { ErrorState, TableSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import { ProjectDetailsScreen } from '@/features/projects/screens/project-details';
import { RecordTable } from '@/features/records/slots/record-table';
import { useRead } from '@/lib/api/hooks';
import type { Who } from '@/lib/routes/rules';

function Records({ project, layer: id }: { project: number; layer: number }) {
  const read = useRead(api.layers.one, { params: { id } });
  const [selected, setSelected] = useState<number[]>([]);
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <TableSkeleton rows={8} columns={5} />;
  return (
    <RecordTable
      layer={read.data}
      height="fill"
      selected={selected}
      onSelect={setSelected}
      filter={{ project: String(project) }}
    />
  );
}

export const ProjectDetailsJoined = ({ id, who }: { id: number; who: Who | null }) => (
  <ProjectDetailsScreen id={id} who={who} Records={Records} />
);
