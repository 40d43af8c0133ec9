// The region of a project on a map, all outside of it dimmed, with its cells beside: taken, done and checked here.
'use client';
import { Button, Group, Select } from '@mantine/core';
import { IconCurrentLocation, IconGridDots } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { Extent } from '@/contract/schemas/common';
import type { Project } from '@/contract/schemas/project';
import { TASK_STATES, type Task } from '@/contract/schemas/projects/project-work';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import { href } from '@/lib/routes/rules';
import { extentOf, type LngLat, maskOf, PlainMap, SetSwatch, type ShapeSet } from '@/map';
import { isRecordSet } from '../../logic/map-records';
import classes from '../projects.module.css';
import { CutDialog } from './cut-dialog';
import own from './details.module.css';
import { type MapRecords, RecordLayerSelect, RecordLegend, useMapRecords } from './map-records';
import { TaskRow } from './task-row';

export interface TasksTabProps {
  project: Project;
}

const ROLES = { open: 'before', taken: 'track', done: 'found', checked: 'after' } as const;

function useSets(project: Project, tasks: readonly Task[], open: Task | undefined, records: readonly ShapeSet[]) {
  const area = useRead(api.projectWork.areas, { query: { ids: [project.id] } }).data?.[0];
  const sets = useMemo<ShapeSet[]>(() => {
    const mask = area && maskOf(area.geometry);
    return [
      { id: 'mask', role: 'shade', shapes: mask ? [{ id: 1, geometry: mask }] : [] },
      { id: 'region', role: 'region', shapes: area ? [area] : [] },
      ...TASK_STATES.map((state) => ({
        id: state,
        role: ROLES[state],
        shapes: tasks.filter((task) => task.state === state),
      })),
      ...records,
    ];
  }, [area, tasks, records]);
  const extent = useMemo(() => {
    const shape = open?.geometry ?? area?.geometry;
    return shape ? extentOf([shape]) : null;
  }, [area, open]);
  return { sets, extent };
}

const FILTERS = [...TASK_STATES, 'holes', 'mine'] as const;
type TaskFilter = (typeof FILTERS)[number];

function FilterSelect({
  value,
  onChange,
}: {
  value: TaskFilter | null;
  onChange: (filter: TaskFilter | null) => void;
}) {
  const t = useTranslations('projects.tasks');
  return (
    <Select
      aria-label={t('filter')}
      placeholder={t('all')}
      value={value}
      clearable
      data={FILTERS.map((one) => ({ value: one, label: t(`filters.${one}`) }))}
      onChange={(one) => onChange(one as TaskFilter | null)}
      flex={1}
    />
  );
}

const CellLegend = () => {
  const t = useTranslations('projects.tasks.states');
  return (
    <ul>
      {TASK_STATES.map((state) => (
        <li key={state}>
          <SetSwatch role={ROLES[state]} />
          {t(state)}
        </li>
      ))}
    </ul>
  );
};

interface TasksMapProps {
  project: Project;
  sets: readonly ShapeSet[];
  extent: Extent | null;
  hasCells: boolean;
  records: MapRecords;
  onOpen: (task: number) => void;
  onReady: (middle: () => LngLat) => void;
}

/** A press opens a cell in the list, or a record on its own page. */
function TasksMap({ project, sets, extent, hasCells, records, onOpen, onReady }: TasksMapProps) {
  const t = useTranslations('projects.tasks');
  const router = useRouter();
  const { layer, onView } = records;
  const handlePick = (set: string, id: number) => {
    if ((TASK_STATES as readonly string[]).includes(set)) onOpen(id);
    if (isRecordSet(set) && layer !== null) router.push(`${href('layerData', { id: layer })}?record=${id}`);
  };
  return (
    <div className={classes.map}>
      <PlainMap
        label={t('mapLabel', { name: project.name })}
        sets={sets}
        extent={extent}
        onPick={handlePick}
        onView={onView}
        onReady={onReady}
      >
        {(hasCells || layer !== null) && (
          <div className={own.legend}>
            {hasCells && <CellLegend />}
            <RecordLegend {...records} />
          </div>
        )}
      </PlainMap>
    </div>
  );
}

const isIn = (filter: TaskFilter | null) => (task: Task) =>
  filter === null || filter === 'mine' || (filter === 'holes' ? task.covered === false : task.state === filter);

export default function TasksTab({ project }: TasksTabProps) {
  const t = useTranslations('projects.tasks');
  const isManager = useMay({ module: 17 });
  const [filter, setFilter] = useState<TaskFilter | null>(null);
  const [openId, setOpen] = useState<number | null>(null);
  const [isCutting, setCutting] = useState(false);
  const [middle, setMiddle] = useState<(() => LngLat) | null>(null);
  const query = { coverage: true, ...(filter === 'mine' ? { mine: true } : {}) };
  const read = useRead(api.projectWork.tasks, { params: { id: project.id }, query }, { keep: true });
  const all = useMemo(() => read.data?.results ?? [], [read.data]);
  const tasks = useMemo(() => all.filter(isIn(filter)), [all, filter]);
  const open = all.find(({ id }) => id === openId);
  const records = useMapRecords(project);
  const { sets, extent } = useSets(project, tasks, open, records.sets);
  const handleNext = async () => {
    const at = middle?.();
    if (!at) return;
    const { task } = await call(api.projectWork.nextTask, { params: { id: project.id }, query: { lon: at[0], lat: at[1] } }); // biome-ignore format: one call
    if (!task) return void toast({ type: 'info', message: t('noneOpen') });
    setFilter(null);
    setOpen(task.id);
  };
  const cut = isManager && (
    <Button variant="default" leftSection={<IconGridDots size={16} />} onClick={() => setCutting(true)}>
      {t('cut')}
    </Button>
  );
  return (
    <div className={classes.work}>
      <div className={classes.column}>
        <Group gap="xs" align="end" wrap="nowrap">
          <FilterSelect value={filter} onChange={setFilter} />
          {cut}
        </Group>
        <RecordLayerSelect {...records} />
        {all.length > 0 && (
          <Button
            variant="light"
            leftSection={<IconCurrentLocation size={16} />}
            disabled={!middle}
            onClick={() => void handleNext()}
          >
            {t('next')}
          </Button>
        )}
        {read.error ? (
          <ErrorState error={read.error} retry={() => void read.refetch()} />
        ) : !read.data ? (
          <ListSkeleton />
        ) : all.length === 0 && filter !== 'mine' ? (
          <EmptyState title={t('empty')} text={t(isManager ? 'emptyManager' : 'emptyText')} noAct="beside" />
        ) : (
          <ul className={classes.taskList} aria-label={t('label')}>
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                project={project}
                task={task}
                isOpen={task.id === openId}
                onOpen={() => setOpen(task.id)}
              />
            ))}
          </ul>
        )}
      </div>
      <TasksMap
        project={project}
        sets={sets}
        extent={extent}
        hasCells={all.length > 0}
        records={records}
        onOpen={setOpen}
        onReady={(read) => setMiddle(() => read)}
      />
      {isCutting && <CutDialog project={project} onClose={() => setCutting(false)} />}
    </div>
  );
}
