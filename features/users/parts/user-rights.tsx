// What a user may do and where each of it comes from: modules and permissions, and the rights on layers with the roles that give them.
'use client';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { Effective, EffectiveLayer } from '@/contract/schemas/people/effective';
import type { User } from '@/contract/schemas/session';
import { RIGHTS } from '@/contract/schemas/user';
import { useRead } from '@/lib/api/hooks';
import { useSeeAs } from '@/lib/api/use-see-as';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './users.module.css';

const PAGE = 25;
/** From so many layers on they are searched. */
const MANY = 10;

export function UserRights({ user }: { user: User }) {
  const t = useTranslations('users.detail');
  const read = useRead(api.users.effective, { params: { id: user.id } });
  const effective = read.data;
  if (read.error && !effective) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!effective) return <ListSkeleton rows={4} />;
  return (
    <Stack gap="lg">
      <SeeAsUser user={user} />
      {effective.is_superuser && <Text size="sm">{t('superuser')}</Text>}
      {!effective.is_superuser && effective.roles.length === 0 && <Text size="sm">{t('noRole')}</Text>}
      <Modules effective={effective} />
      <Layers id={user.id} effective={effective} />
    </Stack>
  );
}

/** Leads into the product as this person sees it; superusers are nobody's to look through. */
function SeeAsUser({ user }: { user: User }) {
  const t = useTranslations('common.seeAs');
  const seeing = useAction(useSeeAs(), {
    confirm: ({ name }) => ({ title: t('title', { name }), text: t('text'), confirm: t('open') }),
  });
  if (user.is_superuser || user.locked) return null;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconEye size={16} />}
      loading={seeing.isBusy}
      onClick={() => void seeing.run({ user: user.id, name: personName(user) })}
      style={{ alignSelf: 'flex-start' }}
    >
      {t('act')}
    </Button>
  );
}

/** Names of roles by their ids, as one text. */
function useSources({ roles }: Effective) {
  const { listed } = useFormat();
  return (ids: readonly number[]) => listed(roles.filter(({ id }) => ids.includes(id)).map(({ name }) => name));
}

function Modules({ effective }: { effective: Effective }) {
  const t = useTranslations('users.detail');
  const sources = useSources(effective);
  const modules = useRead(api.roles.modules, {}, { staleTime: Number.POSITIVE_INFINITY });
  const perms = useRead(api.roles.customPerms, {}, { staleTime: Number.POSITIVE_INFINITY });
  if (modules.isPending || perms.isPending) return <ListSkeleton rows={2} />;
  const lines = [
    ...effective.modules.map(({ id, roles }) => ({
      key: `m${id}`,
      name: modules.data?.find((one) => one.id === id)?.name ?? '',
      roles,
    })),
    ...effective.custom_perms.map(({ codename, roles }) => ({
      key: codename,
      name: perms.data?.find((one) => one.codename === codename)?.name ?? codename,
      roles,
    })),
  ];
  return (
    <section aria-label={t('modules')}>
      <Text size="sm" fw={600} mb="xs">
        {t('modules')}
      </Text>
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noModule')}
        </Text>
      )}
      <ul className={classes.layers}>
        {lines.map(({ key, name, roles }) => (
          <li key={key}>
            {name}
            <span className={classes.rights}>
              {t('fromRoles', { n: roles.length })} <bdi>{sources(roles)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Layers({ id, effective }: { id: number; effective: Effective }) {
  const t = useTranslations('users.detail');
  const { number } = useFormat();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 300);
  const [page, setPage] = useState(1);
  const query = { limit: PAGE, offset: (page - 1) * PAGE, ...(search ? { search } : {}) };
  const read = useRead(api.users.effectiveLayers, { params: { id }, query }, { keep: true });
  const { hidden } = effective;
  const layers = read.data;
  return (
    <section aria-label={t('layers')}>
      <Text size="sm" fw={600} mb="xs">
        {t('layers')}
      </Text>
      {effective.layers > MANY && (
        <TextInput
          size="sm"
          mb="xs"
          aria-label={t('searchLayer')}
          placeholder={t('searchLayer')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
      )}
      {read.error && !layers && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {!layers && !read.error && <ListSkeleton rows={3} />}
      {layers?.count === 0 && (
        <Text size="sm" c="dimmed">
          {search ? t('noMatch') : t('noLayer')}
        </Text>
      )}
      <ul className={classes.layers}>
        {layers?.results.map((layer) => (
          <li key={layer.id}>
            <bdi>{layer.label}</bdi>
            <LayerRights layer={layer} effective={effective} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('hiddenLayers', { n: number(hidden) })}
        </Text>
      )}
      {layers && layers.count > PAGE && (
        <Pager page={page} size={PAGE} rowCount={layers.results.length} count={layers.count} onPage={setPage} />
      )}
    </section>
  );
}

/** Rights that come from the same roles stand together. */
function LayerRights({ layer, effective }: { layer: EffectiveLayer; effective: Effective }) {
  const t = useTranslations('users.detail');
  const { listed } = useFormat();
  const sources = useSources(effective);
  if (layer.owner) return <span className={classes.rights}>{t('owner')}</span>;
  const groups = new Map<string, { roles: readonly number[]; words: string[] }>();
  for (const right of RIGHTS) {
    const roles = layer.rights[right];
    if (roles.length === 0) continue;
    const group = groups.get(roles.join()) ?? { roles, words: [] };
    group.words.push(t(`right.${right}`));
    groups.set(roles.join(), group);
  }
  return [...groups].map(([key, { roles, words }]) => (
    <span key={key} className={classes.rights}>
      {listed(words)}: {t('fromRoles', { n: roles.length })} <bdi>{sources(roles)}</bdi>
    </span>
  ));
}
