// A project: made anew, or changed as far as its state lets it.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FormPage } from '@/components/form/resource-form';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { NewProject, PROJECT_STATES, type Project, ProjectEdit } from '@/contract/schemas/project';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, readResource, useResource } from '@/lib/api/use-resource';
import { type OptionSource, useLayerOptions, usePeopleOptions, useRegionOptions } from '@/lib/collection/options';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { today } from '@/lib/i18n/dates';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { fromTemplate, NEW_PROJECT, type ProjectValues, toBody, toStanding, toTemplate } from '../logic/project-values';
import { Checklist } from '../parts/details/checklist';
import { ProjectFields } from '../parts/editor/project-fields';
import { Templates } from '../parts/editor/templates';

/** `id` is null for a new project. */
export function ProjectEditorScreen({ id }: { id: number | null }) {
  const t = useTranslations('projects');
  const router = useRouter();
  const read = useResource(api.projects.one, { params: { id: id ?? 0 } }, id !== null);
  const isGone = read.error?.status === 404;
  useEffect(() => {
    if (!isGone) return;
    toast({ type: 'error', message: t('gone') });
    router.replace(href('projects'));
  }, [isGone, router, t]);
  if (id === null) return <ProjectForm project={null} standing={NEW_PROJECT} />;
  if (read.data) return <ProjectForm project={read.data.body} standing={toStanding(read.data)} />;
  return (
    <Page title={t('one')} width={720}>
      {read.error && !isGone ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <FormSkeleton fields={7} />
      )}
    </Page>
  );
}

function ProjectForm({ project, standing }: { project: Project | null; standing: Standing<ProjectValues> }) {
  const t = useTranslations('projects');
  const { listed } = useFormat();
  const f = useTranslations('projects.form');
  const router = useRouter();
  const client = useQueryClient();
  const [initial] = useState(standing);
  const sources = {
    region: useRegionOptions(),
    layers: useLayerOptions(),
    members: usePeopleOptions(api.users.all, initial.values.members),
    supervisors: usePeopleOptions(api.users.supervisors, initial.values.supervisors),
  };
  const params = { id: project?.id ?? 0 };
  const back = project ? href('projectDetails', params) : href('projects');
  const resource = useResourceForm<ProjectValues, Project>({
    initial,
    isNew: project === null,
    schema: project ? ProjectEdit : NewProject,
    toBody,
    check: ({ members, supervisors, due_date }) => ({
      ...(supervisors.some((one) => members.includes(one)) ? { supervisors: f('alsoMember') } : {}),
      ...(due_date && due_date < today() && due_date !== initial.values.due_date ? { due_date: f('past') } : {}),
    }),
    send: (body, etag) =>
      project ? call(api.projects.edit, { params, body }, ifMatch(etag)) : call(api.projects.create, { body }),
    ...(project ? { reload: async () => toStanding(await readResource(api.projects.one, { params })) } : {}),
    draft: { key: `project/${project?.id ?? 'new'}` },
    onSaved: (saved) => {
      void invalidate(client, ['project']);
      toast({ type: 'success', message: f('saved', { name: saved.name }) });
      router.push(href('projectDetails', { id: saved.id }));
    },
  });
  const { form } = resource;
  const namesOf = (source: OptionSource) => (ids: number[]) =>
    listed(ids.map((one) => source.known.find(({ id }) => id === one)?.label ?? String(one)));
  const show = (part: keyof typeof sources) => ({ label: f(part), show: namesOf(sources[part]) });
  return (
    <FormPage
      title={project ? f('edit', { name: project.name }) : t('new')}
      actions={
        <Templates
          onUse={project ? null : (data) => form.setValues(fromTemplate(data, today()))}
          current={() => toTemplate(form.getValues(), today())}
        />
      }
      resource={resource}
      isNew={project === null}
      submit={project ? f('save') : f('create')}
      onCancel={() => router.push(back)}
      names={{
        name: f('name'),
        description: f('description'),
        region: show('region'),
        layers: show('layers'),
        members: show('members'),
        supervisors: show('supervisors'),
        approvals: f('approvals'),
        due_date: f('due_date'),
      }}
    >
      <ProjectFields form={form} state={project?.state.id ?? null} sources={sources} />
      {project?.state.id === PROJECT_STATES.draft && <Checklist id={project.id} />}
    </FormPage>
  );
}
