// How far a project is: what remains, by layer and by member, and when it will be done at the present pace.
'use client';
import { Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { BarChart, LineChart } from '@/components/charts/charts';
import { StatTile } from '@/components/charts/stat-tile';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import type { Project } from '@/contract/schemas/project';
import type { Progress } from '@/contract/schemas/projects/project-work';
import { today } from '@/lib/i18n/dates';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { burnLine, forecast } from '../../logic/forecast';
import { barsOf, countAll, countBy, GROUPS } from '../../logic/progress-charts';
import classes from '../projects.module.css';
import { useProgress } from './use-progress';

export function ProgressTab({ project }: { project: Project }) {
  const read = useProgress(project.id);
  if (read.data) return <Numbers project={project} progress={read.data} />;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  return <FormSkeleton fields={6} />;
}

function Numbers({ project, progress }: { project: Project; progress: Progress }) {
  const t = useTranslations('projects.progress');
  const counts = countAll(progress.rows);
  const { tasks } = progress;
  const left = tasks.open + tasks.taken;
  const words = { series: GROUPS.map((group) => t(`groups.${group}`)) };
  const byLayer = barsOf(
    countBy(progress.rows, ({ layer }) => layer),
    progress.layers,
    {
      ...words,
      category: t('layer'),
    },
  );
  const people = [
    ...progress.people.map((person) => ({ id: person.id, label: personName(person) })),
    { id: null, label: t('nobody') },
  ];
  const byMember = barsOf(
    countBy(progress.rows, ({ member }) => member),
    people,
    { ...words, category: t('member') },
  );
  return (
    <Stack gap="md">
      <div className={classes.tiles}>
        {(project.counts?.tasks ?? 0) > 0 && <StatTile label={t('left')} value={left} />}
        <StatTile label={t('groups.waiting')} value={counts.waiting} />
        <StatTile label={t('groups.returned')} value={counts.returned} />
        <StatTile label={t('groups.approved')} value={counts.approved} />
      </div>
      {progress.is_capped && <Callout>{t('capped')}</Callout>}
      <Burn progress={progress} remaining={left} />
      <div className={classes.pair}>
        <BarChart title={t('byLayer')} data={byLayer} isStacked />
        <BarChart title={t('byMember')} data={byMember} isStacked />
      </div>
    </Stack>
  );
}

/** Cells left by day, with the day of the last one and what that assumes. Without cells there is no end to foretell. */
function Burn({ progress, remaining }: { progress: Progress; remaining: number }) {
  const t = useTranslations('projects.progress');
  const { number, date } = useFormat();
  const { tasks, days, started } = progress;
  const now = today();
  const total = remaining + tasks.done + tasks.checked;
  if (total === 0) return <Callout>{t('noCells')}</Callout>;
  const expected = forecast(days, remaining, now, started ? today(new Date(started)) : null);
  const pace = number(expected.pace, { maximumFractionDigits: 1 });
  const words = remaining === 0 ? t('allDone') : expected.day ? t('expected', { day: date(expected.day), pace, n: number(expected.days) }) : t('noPace', { n: number(expected.days) }); // biome-ignore format: one choice
  const line = burnLine(
    days.filter(({ done }) => done > 0),
    remaining,
    now,
  );
  const data = {
    category: t('day'),
    series: [t('left')],
    rows: line.map(({ day, left: n }) => ({ key: day, label: date(day), values: [n] })),
  };
  return <LineChart title={t('burn')} hint={words} data={data} height={220} />;
}
