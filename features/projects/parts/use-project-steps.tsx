// The steps that the reader may lead a project through: their verbs, what is asked first, and what is told after.
'use client';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import { PROJECT_STATES, type Project } from '@/contract/schemas/project';
import type { Check } from '@/contract/schemas/projects/project-work';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { ifMatch } from '@/lib/api/use-resource';
import { type StepKey, stepKey } from '../logic/states';

export interface ProjectStep {
  to: number;
  key: StepKey;
  label: string;
  isReturn: boolean;
  run: () => void;
}

const CheckList = ({ checks }: { checks: readonly Check[] }) => (
  <ul>
    {checks.map(({ code, text }) => (
      <li key={code + text}>{text}</li>
    ))}
  </ul>
);

interface StepBody {
  state: number;
  reason?: string;
  accept?: boolean;
}

/** `busy` while a step is under way. */
export function useProjectSteps() {
  const t = useTranslations('projects.steps');
  const edit = useWrite(api.projects.edit);
  const { alert, confirm, prompt } = useDialogs();
  const { run: send, isBusy } = useAction(
    ({ project, body }: { project: Project; body: StepBody }) =>
      edit.mutateAsync({ params: { id: project.id }, body, options: ifMatch(`"${project.version}"`) }),
    { done: ({ name, state }) => t('done', { name, state: state.name }) },
  );

  /** What keeps it from starting is told; what may be accepted is asked. */
  const checked = async (project: Project): Promise<StepBody | null> => {
    const checks = await call(api.projectWork.checklist, { params: { id: project.id } });
    const blocks = checks.filter((check) => check.blocks);
    if (blocks.length > 0) {
      await alert({ title: t('notReady', { name: project.name }), text: <CheckList checks={blocks} /> });
      return null;
    }
    const body = { state: PROJECT_STATES.running, accept: true };
    if (checks.length === 0) return body;
    const question = { title: t('startTitle', { name: project.name }), text: <CheckList checks={checks} />, confirm: t('1_2') }; // biome-ignore format: one question
    return (await confirm(question)) ? body : null;
  };
  const bodyOf = async (project: Project, to: number): Promise<StepBody | null> => {
    if (project.state.id === PROJECT_STATES.draft) return checked(project);
    if (to !== PROJECT_STATES.returned) return { state: to };
    const reason = await prompt({
      title: t('returnTitle', { name: project.name }),
      label: t('reason'),
      confirm: t('3_6'),
      maxLength: 2000,
    });
    return reason === null ? null : { state: to, reason };
  };
  const lead = async (project: Project, to: number) => {
    const body = await bodyOf(project, to).catch(() => ({ state: to }));
    if (body) await send({ project, body });
  };

  const stepsOf = (project: Project): ProjectStep[] =>
    project.next.flatMap((to) => {
      const key = stepKey(project.state.id, to);
      if (!key) return [];
      return [{ to, key, label: t(key), isReturn: to === PROJECT_STATES.returned, run: () => void lead(project, to) }];
    });
  return { stepsOf, lead, isBusy };
}
