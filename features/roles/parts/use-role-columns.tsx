// The columns of the list of roles.
'use client';
import { useTranslations } from 'next-intl';
import type { Column } from '@/components/collection/columns';
import { NameList } from '@/components/name-list';
import { Num } from '@/components/num';
import type { Role } from '@/contract/schemas/user';
import { useFormat } from '@/lib/i18n/use-format';
import { ModuleIcons } from './module-icons';
import { useCatalogue } from './use-catalogue';

export function useRoleColumns(): Column<Role, 'name'>[] {
  const t = useTranslations('roles');
  const { number, listed } = useFormat();
  const { moduleName, permName } = useCatalogue();
  return [
    { id: 'users', title: t('columns.users'), isNumber: true, cell: ({ users }) => <Num value={users} /> },
    {
      id: 'modules',
      title: t('columns.modules'),
      cell: ({ modules }) => <ModuleIcons modules={modules} nameOf={moduleName} />,
    },
    {
      id: 'perms',
      title: t('columns.perms'),
      isCut: true,
      isWide: true,
      cell: ({ custom_perms }) =>
        custom_perms.length > 0 ? (
          <NameList names={custom_perms.map(permName)} more={(n) => t('more', { n: number(n) })} />
        ) : null,
    },
    {
      id: 'layers',
      title: t('columns.layers'),
      isNumber: true,
      cell: ({ layers }) => (layers === undefined ? null : <Num value={layers} />),
    },
    {
      id: 'defaults',
      title: t('columns.defaults'),
      isWide: true,
      cell: ({ default_rights }) =>
        default_rights?.length ? listed(default_rights.map((right) => t(`right.${right as 'view'}`))) : null,
    },
  ];
}
