// Projects by state. A card moves only by a step that its project offers: from its menu, or dropped on the column of that state.
'use client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type DragEvent, useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { RowMenu } from '@/components/collection/row-menu';
import { toast } from '@/components/feedback/toast';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { Project } from '@/contract/schemas/project';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { STATE_ORDER } from '../logic/states';
import classes from './projects.module.css';
import { DueDay } from './state-chip';
import { useProjectSteps } from './use-project-steps';

const TYPE = 'text/x-project';

export interface BoardProps {
  projects: readonly Project[];
  acts: (project: Project) => RowAct[];
}

export function Board({ projects, acts }: BoardProps) {
  const t = useTranslations('projects');
  const { lead } = useProjectSteps();
  const states = useRead(api.projects.states, {}, { staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  const nameOf = (id: number) => states.find((state) => state.id === id)?.name ?? '';
  const [over, setOver] = useState<number | null>(null);
  const drop = (event: DragEvent, state: number) => {
    event.preventDefault();
    setOver(null);
    const project = projects.find(({ id }) => String(id) === event.dataTransfer.getData(TYPE));
    if (!project || project.state.id === state) return;
    if (project.next.includes(state)) void lead(project, state);
    else
      toast({
        type: 'error',
        message: t('board.refused', { name: project.name, from: project.state.name, to: nameOf(state) }),
      });
  };
  return (
    <section className={classes.board} aria-label={t('board.label')}>
      {STATE_ORDER.map((state) => {
        const cards = projects.filter((project) => project.state.id === state);
        return (
          <section
            key={state}
            aria-label={nameOf(state)}
            className={classes.column}
            data-over={over === state || undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(state);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => drop(event, state)}
          >
            <h2 className={classes.columnHead}>
              {nameOf(state)} <Num value={cards.length} className={classes.quiet} />
            </h2>
            {cards.map((project) => (
              <Card key={project.id} project={project} acts={acts(project)} />
            ))}
          </section>
        );
      })}
    </section>
  );
}

function Card({ project, acts }: { project: Project; acts: RowAct[] }) {
  const t = useTranslations('projects');
  const list = useTranslations('common.list');
  const { number } = useFormat();
  const { id, name, counts } = project;
  return (
    <article className={classes.card} draggable onDragStart={(event) => event.dataTransfer.setData(TYPE, String(id))}>
      <div className={classes.cardHead}>
        <Link href={href('projectDetails', { id })} prefetch={false} draggable={false}>
          <bdi>{name}</bdi>
        </Link>
        {acts.length > 0 && <RowMenu label={list('acts', { name })} acts={acts} />}
      </div>
      <DueDay {...project} />
      {counts && counts.tasks > 0 && (
        <span className={classes.quiet}>{t('board.left', { n: number(counts.left), all: number(counts.tasks) })}</span>
      )}
    </article>
  );
}
