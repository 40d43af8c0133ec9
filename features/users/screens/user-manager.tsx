// The people of the organisation: find one, see what they may do, change many at once.
'use client';
import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { useRegionOptions, useRoleOptions } from '@/lib/collection/options';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { personName } from '@/lib/i18n/person-name';
import { href, type Who } from '@/lib/routes/rules';
import { USERS_VIEW } from '../logic/view';
import { useUserActs } from '../parts/use-user-acts';
import { useUserBulk } from '../parts/use-user-bulk';
import { useUserColumns } from '../parts/use-user-columns';
import { UserDetail } from '../parts/user-detail';

const ORDERS = ['-created', 'created', 'username', 'last_name'] as const;

export function UserManagerScreen({ who }: { who: Who | null }) {
  const t = useTranslations('users');
  const users = useCollection(USERS_VIEW, 'users');
  const { view, change } = users;
  const columns = useUserColumns();
  const acts = useUserActs();
  const bulk = useUserBulk(users);
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const roles = useRoleOptions();
  const regions = useRegionOptions();
  const open = users.rows.find(({ id }) => id === view.open);
  return (
    <CollectionPage
      title={t('title')}
      faces={users}
      primary={
        <Button component={Link} href={href('userBuilder')} prefetch={false} leftSection={<IconUserPlus size={16} />}>
          {t('create')}
        </Button>
      }
      filters={{
        search: field.search('q', t('search')),
        fields: [
          field.ids('roles', t('columns.roles'), roles),
          field.ids('regions', t('columns.regions'), regions),
          field.days('created', t('columns.created')),
          field.flag('locked', t('columns.state'), t('locked'), t('open')),
        ],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.name'), order: 'last_name', text: personName },
        columns,
        onOpen: ({ id }) => change({ open: id }),
        openId: view.open,
        acts,
        onMenu: users.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, USERS_VIEW.order) }),
        selection: bulk.bar.selection,
      }}
      empty={{ icon: <IconUsers size={24} />, title: t('empty.title'), text: t('empty.text') }}
      bulk={bulk.bar}
      detail={
        view.open === null
          ? null
          : {
              title: open ? personName(open) : t('detail.title'),
              content: <UserDetail id={view.open} who={who} acts={acts} />,
              onClose: () => change({ open: null }),
            }
      }
    >
      {bulk.dialogs}
    </CollectionPage>
  );
}
