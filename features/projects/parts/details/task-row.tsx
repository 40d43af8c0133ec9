// One cell in the list: who has it and until when, and what the reader may do with it.
'use client';
import { Badge, Text, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { RowMenu } from '@/components/collection/row-menu';
import { useDialogs } from '@/components/feedback/dialogs';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { Project } from '@/contract/schemas/project';
import type { Task, TaskAct, TaskState } from '@/contract/schemas/projects/project-work';
import { useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../projects.module.css';
import { HandDialog } from './hand-dialog';

const COLOURS: Record<TaskState, string> = { open: 'gray', taken: 'cyan', done: 'yellow', checked: 'teal' };

export interface TaskRowProps {
  project: Project;
  task: Task;
  isOpen: boolean;
  onOpen: () => void;
}

export function TaskRow({ project, task, isOpen, onOpen }: TaskRowProps) {
  const t = useTranslations('projects.tasks');
  const { digits, date } = useFormat();
  const { prompt } = useDialogs();
  const [isHanding, setHanding] = useState(false);
  const move = useWrite(api.projectWork.moveTask);
  const name = digits(task.label);
  const { run } = useAction(
    (body: { act: TaskAct; reason?: string; member?: number }) =>
      move.mutateAsync({ params: { id: project.id, task: task.id }, body }),
    { done: ({ state }) => t('done', { name, state: t(`states.${state}`) }) },
  );
  const start = async (act: TaskAct) => {
    if (act === 'hand') return setHanding(true);
    if (act !== 'reopen') return void run({ act });
    const reason = await prompt({ title: t('reopenTitle', { name }), label: t('reason'), confirm: t('acts.reopen'), maxLength: 2000 }); // biome-ignore format: one question
    if (reason !== null) await run({ act, reason });
  };
  const { user, until, reason, covered } = task;
  const facts = [
    user && personName(user),
    until && t('until', { time: date(until, 'time') }),
    covered === false && t('hole'),
  ].filter(Boolean);
  return (
    <li className={classes.task} data-open={isOpen || undefined}>
      <UnstyledButton className={classes.taskName} onClick={onOpen} aria-pressed={isOpen}>
        <Text size="sm" fw={600}>
          <bdi>{t('name', { name })}</bdi>
        </Text>
        {facts.length > 0 && (
          <Text size="xs" c="dimmed">
            {facts.join(' · ')}
          </Text>
        )}
        {reason && (
          <Text size="xs" c="red">
            <bdi>{reason}</bdi>
          </Text>
        )}
      </UnstyledButton>
      <Badge variant="light" color={COLOURS[task.state]}>
        {t(`states.${task.state}`)}
      </Badge>
      {task.next.length > 0 && (
        <RowMenu
          label={t('actsOf', { name })}
          acts={task.next.map((act) => ({ id: act, label: t(`acts.${act}`), run: () => void start(act) }))}
        />
      )}
      {isHanding && (
        <HandDialog
          title={t('handTitle', { name })}
          members={project.members}
          onPick={(member) => void run({ act: 'hand', member })}
          onClose={() => setHanding(false)}
        />
      )}
    </li>
  );
}
