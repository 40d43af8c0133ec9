// What can be done with one project, as the acts of its row: its steps first.
'use client';
import { IconArrowBackUp, IconArrowForwardUp, IconEdit, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RowAct } from '@/components/collection/acts';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { Project } from '@/contract/schemas/project';
import { useWrite } from '@/lib/api/hooks';
import { allows, href, type Who } from '@/lib/routes/rules';
import { useProjectSteps } from './use-project-steps';

export function useProjectActs(who: Who | null, removed?: () => void): (project: Project) => RowAct[] {
  const t = useTranslations('projects.acts');
  const { stepsOf } = useProjectSteps();
  const remove = useWrite(api.projects.remove);
  const removing = useAction(({ id }: Project) => remove.mutateAsync({ params: { id } }), {
    confirm: ({ name }) => ({ title: t('removeTitle', { name }), text: t('removeText'), confirm: t('remove'), danger: true }), // biome-ignore format: one question
    done: (_, { name }) => t('removeDone', { name }),
  });
  const isManager = allows(who, { module: 17 });
  return (project) => [
    ...stepsOf(project).map(({ key, label, isReturn, run }) => ({
      id: key,
      label,
      icon: isReturn ? <IconArrowBackUp size={16} /> : <IconArrowForwardUp size={16} />,
      run,
    })),
    ...(isManager
      ? [
          {
            id: 'edit',
            group: 'manage',
            label: t('edit'),
            icon: <IconEdit size={16} />,
            href: href('project', { id: project.id }),
            whyNot: project.can_edit ? null : (project.why?.edit ?? null),
          },
          {
            id: 'remove',
            group: 'manage',
            label: t('remove'),
            icon: <IconTrash size={16} />,
            isDanger: true,
            run: () => void removing.run(project).then((done) => done && removed?.()),
            whyNot: project.can_delete === false ? (project.why?.delete ?? null) : null,
          },
        ]
      : []),
  ];
}
