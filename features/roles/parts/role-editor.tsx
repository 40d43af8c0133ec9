// One role on four tabs under one foot: what is unsaved on any of them is counted there and saved together.
'use client';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { FormSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { ConflictDialog } from '@/components/form/conflict-dialog';
import { LeaveGuard } from '@/components/form/leave-guard';
import { lazyPart } from '@/components/layout/lazy-part';
import { RecordPage } from '@/components/templates/record-page';
import { api } from '@/contract/index';
import { type Role, RoleEdit } from '@/contract/schemas/user';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource } from '@/lib/api/use-resource';
import { type ResourceForm, useResourceForm } from '@/lib/form/use-resource-form';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { href, type Who } from '@/lib/routes/rules';
import { type RoleValues, toStanding } from '../logic/role-values';
import { ChangeList } from './change-list';
import { DefaultRights } from './default-rights';
import { RoleBasics } from './role-basics';
import { RoleMembers } from './role-members';
import { RoleRights } from './role-rights';
import type { RoleScreensProps } from './role-screens';
import classes from './roles.module.css';
import { useCatalogue } from './use-catalogue';
import { useOwnRoles } from './use-own-roles';
import { type RoleMatrix, useRoleMatrix } from './use-role-matrix';

/** It brings the list of the map's tools along. */
const RoleScreens = lazyPart<RoleScreensProps>(() => import('./role-screens'));

const TABS = ['basics', 'rights', 'screens', 'members'] as const;
type Tab = (typeof TABS)[number];

function useTab(): [Tab, (tab: string) => void] {
  const search = useSearchParams();
  const path = usePathname();
  const name = search.get('tab');
  const tab = TABS.find((one) => one === name) ?? 'basics';
  return [tab, (next) => history.replaceState(null, '', next === 'basics' ? path : `${path}?tab=${next}`)];
}

/** Keeps the ETag of the last save, so that a second one is no conflict with the first. */
function useRoleForm(resource: Resource<Role>) {
  const client = useQueryClient();
  const params = { id: resource.body.id };
  const [initial] = useState(() => toStanding(resource));
  const [saved, setSaved] = useState(resource.body);
  const form = useResourceForm<RoleValues, Resource<Role>>({
    initial,
    schema: RoleEdit,
    send: async (body, etag) => {
      await call(api.roles.edit, { params, body }, ifMatch(etag));
      return readResource(api.roles.one, { params });
    },
    reload: async () => toStanding(await readResource(api.roles.one, { params })),
    toStanding,
    draft: { key: `role/${params.id}` },
    onSaved: ({ body }) => {
      setSaved(body);
      void invalidate(client, ['role', 'user', 'layer']);
    },
  });
  return { form, saved };
}

export function RoleEditor({ resource, who }: { resource: Resource<Role>; who: Who | null }) {
  const t = useTranslations('roles');
  const [tab, setTab] = useTab();
  const { form: roleForm, saved } = useRoleForm(resource);
  const matrix = useRoleMatrix(saved.id);
  const own = useOwnRoles();
  const lastWay = own.lastWay(saved.id);
  const standing = toStanding({ body: saved, etag: null }).values;
  const closed = saved.can_edit === false ? (saved.why?.edit ?? t('acts.notAllowed')) : null;
  const shared = { form: roleForm.form, saved: standing, who, closed };
  const contents: Record<Tab, React.ReactNode> = {
    basics: (
      <div className={classes.tab}>
        <RoleBasics {...shared} lastWay={lastWay} />
      </div>
    ),
    rights: (
      <div className={classes.tab}>
        <DefaultRights {...shared} own={own.defaults} />
        <RoleRights matrix={matrix} />
      </div>
    ),
    screens: (
      <Suspense fallback={<FormSkeleton fields={4} />}>
        <RoleScreens form={roleForm.form} />
      </Suspense>
    ),
    members: <RoleMembers role={saved} who={who} me={own.id} isLastWay={lastWay.length > 0} />,
  };
  return (
    <>
      {/* What is typed while a save is on its way would be lost with its answer. */}
      <div className={classes.body} inert={roleForm.isBusy || matrix.isBusy}>
        <RecordPage
          title={saved.name}
          crumbs={[{ label: t('title'), href: href('groupManager') }]}
          lead={
            <>
              {closed && <Callout kind="caution">{closed}</Callout>}
              <Draft resource={roleForm} />
            </>
          }
          tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), content: contents[id] }))}
          tab={tab}
          onTab={setTab}
        />
      </div>
      <RoleFoot resource={roleForm} matrix={matrix} />
    </>
  );
}

function Draft({ resource: { draft } }: { resource: ResourceForm<RoleValues> }) {
  const t = useTranslations('common.draft');
  if (!draft) return null;
  return (
    <Callout
      action={
        <>
          <Button size="xs" variant="light" onClick={draft.restore}>
            {t('restore')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={draft.discard}>
            {t('discard')}
          </Button>
        </>
      }
    >
      {t('text')}
    </Callout>
  );
}

function RoleFoot({ resource, matrix }: { resource: ResourceForm<RoleValues>; matrix: RoleMatrix }) {
  const t = useTranslations('roles');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const { number, listed } = useFormat();
  const { moduleName, permName } = useCatalogue();
  const [isListOpen, setListOpen] = useState(false);
  const isDirty = resource.isDirty || matrix.changes.length > 0;
  const isBusy = resource.isBusy || matrix.isBusy;
  const reset = () => {
    resource.reset();
    matrix.reset();
  };
  const save = async () => {
    if (isBusy || !isDirty) return;
    // What the role is goes first: rights are saved only where that has been.
    const isSaved = (!resource.isDirty || (await resource.save())) && (await matrix.save());
    if (isSaved) toast({ type: 'success', message: t('form.saved', { name: resource.form.getValues().name }) });
  };
  useHotkeys('panel', [{ keys: 'Mod+KeyS', whileTyping: true, run: () => void save() }]);
  const error = resource.error ?? matrix.error;
  const names = (list: readonly string[]) => listed(list) || common('conflict.empty');
  return (
    <div className={classes.foot}>
      <LeaveGuard isDirty={isDirty} onDiscard={reset} />
      {Boolean(error) && <Callout kind="refusal">{errorText(error)}</Callout>}
      <Button loading={isBusy} disabled={!isDirty} onClick={() => void save()}>
        {t('form.save')}
      </Button>
      <Button variant="default" disabled={!isDirty || isBusy} onClick={reset}>
        {t('form.reset')}
      </Button>
      {matrix.changes.length > 0 && (
        <Button variant="subtle" onClick={() => setListOpen(true)}>
          {t('changes.count', { n: number(matrix.changes.length), count: matrix.changes.length })}
        </Button>
      )}
      {resource.isDirty && <span role="status">{common('unsaved')}</span>}
      {isListOpen && <ChangeList matrix={matrix} onClose={() => setListOpen(false)} />}
      {resource.conflict && (
        <ConflictDialog
          conflict={resource.conflict}
          names={{
            name: t('columns.name'),
            modules: { label: t('columns.modules'), show: (ids) => names(ids.map(moduleName)) },
            custom_perms: { label: t('columns.perms'), show: (list) => names(list.map(permName)) },
            default_rights: { label: t('columns.defaults'), show: (list) => names(list.map((right) => t(`right.${right as 'view'}`))) }, // biome-ignore format: one field
            interface: { label: t('tabs.screens'), show: (screens) => t('form.screens', { n: number(Object.keys(screens).length) }) }, // biome-ignore format: one field
          }}
        />
      )}
    </div>
  );
}
