// A role: made anew by its name and modules, or changed with its rights on layers, its screens and its people.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FormPage } from '@/components/form/resource-form';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { NewRole, type Role } from '@/contract/schemas/user';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { useResource } from '@/lib/api/use-resource';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { href, type Who } from '@/lib/routes/rules';
import { NEW_ROLE, type RoleValues } from '../logic/role-values';
import { RoleBasics } from '../parts/role-basics';
import { RoleEditor } from '../parts/role-editor';

/** `id` is null for a new role. */
export function GroupBuilderScreen({ id, who }: { id: number | null; who: Who | null }) {
  const t = useTranslations('roles.form');
  const read = useResource(api.roles.one, { params: { id: id ?? 0 } }, id !== null);
  if (id === null) return <NewRoleForm who={who} />;
  if (read.data) return <RoleEditor key={id} resource={read.data} who={who} />;
  return (
    <Page title={t('editTitle')}>
      {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton fields={8} />}
    </Page>
  );
}

function NewRoleForm({ who }: { who: Who | null }) {
  const t = useTranslations('roles');
  const router = useRouter();
  const client = useQueryClient();
  const [initial] = useState(NEW_ROLE);
  const resource = useResourceForm<RoleValues, Role>({
    initial,
    isNew: true,
    schema: NewRole,
    send: (body) => call(api.roles.create, { body }),
    draft: { key: 'role/new' },
    onSaved: ({ id, name }) => {
      void invalidate(client, ['role']);
      toast({ type: 'success', message: t('form.made', { name }) });
      router.push(`${href('groupEditor', { id })}?tab=rights`);
    },
  });
  return (
    <FormPage
      title={t('create')}
      resource={resource}
      isNew
      submit={t('form.create')}
      onCancel={() => router.push(href('groupManager'))}
      names={{ name: t('columns.name') }}
    >
      <RoleBasics form={resource.form} saved={initial.values} who={who} lastWay={[]} closed={null} />
    </FormPage>
  );
}
