// The records of a project: one of its layers at a time, as the table of that room.
'use client';
import { Button, Group, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/components/feedback/states';
import { PROJECT_STATES, type Project } from '@/contract/schemas/project';
import { href } from '@/lib/routes/rules';
import type { ProjectRecords } from '../../screens/project-details';
import classes from '../projects.module.css';

export function RecordsTab({ project, Records }: { project: Project; Records: ProjectRecords }) {
  const t = useTranslations('projects.records');
  const layers = project.layers_detail ?? [];
  const [layerId, setLayerId] = useState<number | null>(layers[0]?.id ?? null);
  const layer = layers.find(({ id }) => id === layerId) ?? layers[0];
  if (!layer) return <EmptyState title={t('none')} text={t('noneText')} noAct="final" />;
  return (
    <>
      <Group gap="xs" align="end" mb="sm">
        <Select
          label={t('layer')}
          value={String(layer.id)}
          data={layers.map(({ id, label }) => ({ value: String(id), label }))}
          onChange={(value) => value && setLayerId(Number(value))}
          allowDeselect={false}
          w={260}
        />
        {project.state.id === PROJECT_STATES.running && (
          <Button
            component={Link}
            href={`${href('addData', { id: layer.id })}?project=${project.id}`}
            prefetch={false}
            variant="default"
            leftSection={<IconPlus size={16} />}
          >
            {t('add')}
          </Button>
        )}
      </Group>
      <div className={classes.fill}>
        <Records key={layer.id} project={project.id} layer={layer.id} />
      </div>
    </>
  );
}
