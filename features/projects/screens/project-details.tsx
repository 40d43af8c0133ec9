// The page of a project: where it stands and what comes next, and its sides as tabs named in the address.
'use client';
import { Button, Group } from '@mantine/core';
import { IconEdit, IconMessage } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentType, useEffect } from 'react';
import { RowMenu } from '@/components/collection/row-menu';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { lazyPart } from '@/components/layout/lazy-part';
import { Page } from '@/components/layout/page';
import { RecordPage } from '@/components/templates/record-page';
import { api } from '@/contract/index';
import { PROJECT_STATES, type Project } from '@/contract/schemas/project';
import { useRead } from '@/lib/api/hooks';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { href, isOffered, type Who } from '@/lib/routes/rules';
import { setInSearch } from '@/lib/routes/search';
import { Checklist } from '../parts/details/checklist';
import { EventsTab } from '../parts/details/events-tab';
import { MembersTab } from '../parts/details/members-tab';
import { ProgressTab } from '../parts/details/progress-tab';
import { RecordsTab } from '../parts/details/records-tab';
import { TalkTab } from '../parts/details/talk-tab';
import type { TasksTabProps } from '../parts/details/tasks-tab';
import classes from '../parts/projects.module.css';
import { DueDay, StateChip } from '../parts/state-chip';
import { useProjectActs } from '../parts/use-project-acts';
import { useProjectSteps } from '../parts/use-project-steps';

export const TABS = ['progress', 'map', 'records', 'members', 'events', 'talk'] as const;
type Tab = (typeof TABS)[number];

/** The table of a project's records in one layer, lent by their room. */
export type ProjectRecords = ComponentType<{ project: number; layer: number }>;

const TasksTab = lazyPart<TasksTabProps>(() => import('../parts/details/tasks-tab'));

export interface ProjectDetailsProps {
  id: number;
  who: Who | null;
  Records: ProjectRecords;
}

export function ProjectDetailsScreen({ id, who, Records }: ProjectDetailsProps) {
  const t = useTranslations('projects');
  const router = useRouter();
  const read = useRead(api.projects.one, { params: { id } });
  const isGone = read.error?.status === 404;
  useEffect(() => {
    if (!isGone) return;
    toast({ type: 'error', message: t('gone') });
    router.replace(href('projects'));
  }, [isGone, router, t]);
  if (read.data) return <Details project={read.data} who={who} Records={Records} />;
  return (
    <Page title={t('one')}>
      {read.error && !isGone ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <FormSkeleton fields={6} />
      )}
    </Page>
  );
}

function useTab(): [Tab, (tab: string) => void] {
  const text = useSearchParams().get('tab');
  const tab = TABS.find((one) => one === text) ?? 'progress';
  const open = (next: string) => setInSearch('tab', next === 'progress' ? null : next);
  return [tab, open];
}

function Details({ project, who, Records }: { project: Project; who: Who | null; Records: ProjectRecords }) {
  const t = useTranslations('projects');
  const router = useRouter();
  const [tab, open] = useTab();
  useHotkeys(
    'screen',
    TABS.map((one, i) => ({ keys: `Digit${i + 1}`, run: () => open(one) })),
  );
  const content = {
    progress: <ProgressTab project={project} />,
    map: <TasksTab project={project} />,
    records: <RecordsTab project={project} Records={Records} />,
    members: <MembersTab project={project} who={who} />,
    events: <EventsTab project={project} />,
    talk: <TalkTab project={project} />,
  };
  return (
    <RecordPage
      title={project.name}
      crumbs={[{ label: t('title'), href: href('projects') }]}
      actions={<Verbs project={project} who={who} onRemoved={() => router.push(href('projects'))} />}
      lead={<Lead project={project} />}
      tabs={TABS.map((one) => ({ id: one, label: t(`tabs.${one}`), content: content[one] }))}
      tab={tab}
      onTab={open}
    />
  );
}

/** The steps that the reader may take: one of them is the primary one. */
function Verbs({ project, who, onRemoved }: { project: Project; who: Who | null; onRemoved: () => void }) {
  const t = useTranslations('projects.acts');
  const list = useTranslations('common.list');
  const { stepsOf, isBusy } = useProjectSteps();
  const steps = stepsOf(project);
  const first = steps.find(({ isReturn }) => !isReturn);
  const rest = useProjectActs(who, onRemoved)(project).filter(({ id }) => id === 'remove');
  return (
    <Group gap="xs">
      {steps.map((step) => (
        <Button
          key={step.key}
          variant={step === first ? 'filled' : 'default'}
          loading={isBusy && step === first}
          onClick={step.run}
        >
          {step.label}
        </Button>
      ))}
      <ChatLink project={project.id} who={who} />
      {project.can_edit && (
        <Button
          component={Link}
          href={href('project', { id: project.id })}
          prefetch={false}
          variant="default"
          leftSection={<IconEdit size={16} />}
        >
          {t('edit')}
        </Button>
      )}
      {rest.length > 0 && <RowMenu label={list('acts', { name: project.name })} acts={rest} />}
    </Group>
  );
}

/** The way to the project's chat, for those whom its room takes in. */
function ChatLink({ project, who }: { project: number; who: Who | null }) {
  const t = useTranslations('projects.members');
  const enabled = who !== null && isOffered(who, 'chat');
  const room = useRead(api.rooms.one, { params: { id: project } }, { enabled });
  return room.data ? (
    <Button
      component={Link}
      href={`${href('chat')}?room=${project}`}
      prefetch={false}
      variant="default"
      leftSection={<IconMessage size={16} />}
    >
      {t('talk')}
    </Button>
  ) : null;
}

function Lead({ project }: { project: Project }) {
  const t = useTranslations('projects');
  const { state, region_detail, approvals, return_reason, description } = project;
  return (
    <>
      <div className={classes.head}>
        <StateChip state={state} />
        <DueDay {...project} isLong />
        {region_detail && (
          <span>
            {t('columns.region')}: <bdi>{region_detail.label}</bdi>
          </span>
        )}
        {approvals && <span>{t(approvals === 1 ? 'approvals.one' : 'approvals.two')}</span>}
      </div>
      {description && <p dir="auto">{description}</p>}
      {return_reason && (
        <Callout kind="caution">
          {t('returned')} <bdi>{return_reason}</bdi>
        </Callout>
      )}
      {state.id === PROJECT_STATES.closed && <Callout>{t('closed')}</Callout>}
      {state.id === PROJECT_STATES.draft && <Checklist id={project.id} />}
    </>
  );
}
