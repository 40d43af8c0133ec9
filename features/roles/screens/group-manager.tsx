// The roles of the organisation: what each opens, who has it, two of them side by side.
'use client';
import { Button } from '@mantine/core';
import { IconShield, IconShieldPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Role } from '@/contract/schemas/user';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { href } from '@/lib/routes/rules';
import { ROLES_VIEW } from '../logic/view';
import type { CompareDialogProps } from '../parts/compare-dialog';
import { useRoleActs } from '../parts/use-role-acts';
import { useRoleColumns } from '../parts/use-role-columns';

const ORDERS = ['name', '-name', '-id'] as const;
const CompareDialog = lazyPart<CompareDialogProps>(() =>
  import('../parts/compare-dialog').then((part) => ({ default: part.CompareDialog })),
);

export function GroupManagerScreen() {
  const t = useTranslations('roles');
  const roles = useCollection(ROLES_VIEW, 'roles');
  const { view, change } = roles;
  const [compared, setCompared] = useState<Role | null>(null);
  const columns = useRoleColumns();
  const acts = useRoleActs({ onCompare: setCompared });
  const field = filterFields(view.filters, (filters) => change({ filters }));
  return (
    <CollectionPage
      title={t('title')}
      faces={roles}
      primary={
        <Button
          component={Link}
          href={href('groupBuilder')}
          prefetch={false}
          leftSection={<IconShieldPlus size={16} />}
        >
          {t('create')}
        </Button>
      }
      filters={{
        search: field.search('q', t('search')),
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.name'), order: 'name', text: ({ name }) => name },
        columns,
        href: ({ id }) => href('groupEditor', { id }),
        acts,
        onMenu: roles.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, ROLES_VIEW.order) }),
      }}
      empty={{ icon: <IconShield size={24} />, title: t('empty.title'), text: t('empty.text') }}
    >
      {compared && (
        <Suspense>
          <CompareDialog role={compared} onClose={() => setCompared(null)} />
        </Suspense>
      )}
    </CollectionPage>
  );
}
