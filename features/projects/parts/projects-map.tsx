// Projects where they lie: the shapes of their regions; a press opens one.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { api } from '@/contract/index';
import type { Project } from '@/contract/schemas/project';
import { useRead } from '@/lib/api/hooks';
import { PlainMap, type ShapeSet } from '@/map';
import classes from './projects.module.css';

export interface ProjectsMapProps {
  projects: readonly Project[];
  onOpen: (id: number) => void;
}

export default function ProjectsMap({ projects, onOpen }: ProjectsMapProps) {
  const t = useTranslations('projects');
  const ids = projects.map(({ id }) => id).sort((a, b) => a - b);
  const areas = useRead(api.projectWork.areas, { query: { ids } }, { keep: true }).data;
  const sets = useMemo<ShapeSet[]>(() => [{ id: 'projects', role: 'after', shapes: areas ?? [] }], [areas]);
  return (
    <div className={classes.map}>
      <PlainMap label={t('mapLabel')} sets={sets} onPick={(_, id) => onOpen(id)} />
    </div>
  );
}
