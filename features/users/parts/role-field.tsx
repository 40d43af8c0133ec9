// The roles of a person, with what they open together: modules by name, and how many layers.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import type { OptionSource } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';

/** What roles together grant; undefined while it is not known, and of none. */
export function useGrants(groups: readonly number[]) {
  const read = useRead(
    api.users.grants,
    { query: { groups: [...groups] } },
    { enabled: groups.length > 0, keep: true },
  );
  return groups.length > 0 ? read.data : undefined;
}

export interface RoleFieldProps {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  source: OptionSource;
  error?: ReactNode;
}

export function RoleField({ value, onChange, source, error }: RoleFieldProps) {
  const t = useTranslations('users');
  const { number, listed } = useFormat();
  const grants = useGrants(value);
  const modules = useRead(api.roles.modules, {}).data ?? [];
  const names = (grants?.modules ?? []).flatMap((id) => modules.find((one) => one.id === id)?.name ?? []);
  const summary = () => {
    if (value.length === 0) return t('form.noRoles');
    if (!grants) return '';
    const opens =
      names.length === 0
        ? t('form.noModules')
        : t('form.modules', { n: number(names.length), count: names.length, modules: listed(names) });
    return `${opens} ${t('form.layers', { n: number(grants.layer_count), count: grants.layer_count })}`;
  };
  return (
    <div>
      <OptionPick label={t('columns.roles')} value={value} onChange={onChange} source={source} error={error} />
      <Text size="sm" mt={4} role="status">
        {summary()}
      </Text>
    </div>
  );
}
