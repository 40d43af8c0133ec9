// What a user may do, and by which role: modules and permissions, and for those who build roles the rights on layers.
'use client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { BUILDERS } from '@/contract/catalogue';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { RIGHTS } from '@/contract/schemas/user';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, type Who } from '@/lib/routes/rules';
import classes from './users.module.css';

/** More layers are counted. */
const MAX_LAYERS = 50;

export function UserRights({ user, who }: { user: User; who: Who | null }) {
  const t = useTranslations('users.detail');
  if (user.is_superuser) return <Text size="sm">{t('superuser')}</Text>;
  const roles = user.groups_detail ?? [];
  if (roles.length === 0) return <Text size="sm">{t('noRole')}</Text>;
  const isBuilder = allows(who, { module: BUILDERS });
  return (
    <Stack gap="lg">
      {roles.map((role) => (
        <section key={role.id} aria-label={role.name}>
          <Text size="sm" fw={600} mb={4}>
            <bdi>{role.name}</bdi>
          </Text>
          {isBuilder ? <RoleRights id={role.id} /> : null}
        </section>
      ))}
      {!isBuilder && <Modules ids={user.modules.map((one) => one.modules__id)} perms={user.custom_perms} />}
    </Stack>
  );
}

function Modules({ ids, perms }: { ids: readonly number[]; perms: readonly string[] }) {
  const t = useTranslations('users.detail');
  const modules = useRead(api.roles.modules, {}, { staleTime: Number.POSITIVE_INFINITY });
  const customPerms = useRead(api.roles.customPerms, {}, { staleTime: Number.POSITIVE_INFINITY });
  const names = [
    ...ids.flatMap((id) => modules.data?.find((one) => one.id === id)?.name ?? []),
    ...perms.flatMap((name) => customPerms.data?.find(({ codename }) => codename === name)?.name ?? []),
  ];
  if (modules.isPending) return <ListSkeleton rows={2} />;
  if (names.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('noModule')}
      </Text>
    );
  return (
    <Group gap={4}>
      {names.map((name) => (
        <Badge key={name} variant="light" size="sm">
          {name}
        </Badge>
      ))}
    </Group>
  );
}

function RoleRights({ id }: { id: number }) {
  const t = useTranslations('users.detail');
  const { number, listed } = useFormat();
  const role = useRead(api.roles.one, { params: { id } });
  const matrix = useRead(api.roles.layerPermissions, { query: { group: id } });
  const error = role.error ?? matrix.error;
  if (error) return <ErrorState error={error} retry={() => void Promise.all([role.refetch(), matrix.refetch()])} />;
  if (!role.data || !matrix.data) return <ListSkeleton rows={3} />;
  const layers = matrix.data.filter((line) => RIGHTS.some((right) => line[right]));
  return (
    <Stack gap="xs">
      <Modules ids={role.data.modules} perms={role.data.custom_perms} />
      {layers.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noLayer')}
        </Text>
      )}
      <ul className={classes.layers}>
        {layers.slice(0, MAX_LAYERS).map((line) => (
          <li key={line.layer}>
            <bdi>{line.label}</bdi>
            <span className={classes.rights}>
              {listed(RIGHTS.filter((right) => line[right]).map((right) => t(`right.${right}`)))}
            </span>
          </li>
        ))}
      </ul>
      {layers.length > MAX_LAYERS && (
        <Text size="sm" c="dimmed">
          {t('moreLayers', { n: number(layers.length - MAX_LAYERS) })}
        </Text>
      )}
    </Stack>
  );
}
