// The people of the organisation: find one, see what they may do, change many at once.
'use client';
import { Button, Group } from '@mantine/core';
import { IconFileImport, IconUserPlus, IconUsers } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { lazyPart } from '@/components/layout/lazy-part';
import { useRegionOptions, useRoleOptions } from '@/lib/collection/options';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { personName } from '@/lib/i18n/person-name';
import { href, type Who } from '@/lib/routes/rules';
import { USERS_VIEW } from '../logic/view';
import { useUserActs } from '../parts/use-user-acts';
import { useUserBulk } from '../parts/use-user-bulk';
import { useUserColumns } from '../parts/use-user-columns';
import { UserAvatar } from '../parts/user-avatar';
import { UserDetail } from '../parts/user-detail';

const ImportPeople = lazyPart(() => import('../parts/import/import-people'));

const ORDERS = ['-created', 'created', 'username', 'last_name', '-last_seen', 'last_seen'] as const;

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
  const [isImporting, setImporting] = useState(false);
  const open = users.rows.find(({ id }) => id === view.open);
  return (
    <CollectionPage
      title={t('title')}
      faces={users}
      primary={
        <Group gap="xs">
          <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={() => setImporting(true)}>
            {t('import.open')}
          </Button>
          <Button component={Link} href={href('userBuilder')} prefetch={false} leftSection={<IconUserPlus size={16} />}>
            {t('create')}
          </Button>
        </Group>
      }
      filters={{
        search: field.search('q', t('search')),
        fields: [
          field.ids('roles', t('columns.roles'), roles),
          field.ids('regions', t('columns.regions'), regions),
          field.days('created', t('columns.created')),
          field.days('seen', t('columns.last_seen')),
          field.flag('locked', t('columns.state'), t('locked'), t('open')),
          field.flag('factor', t('twoFactor'), t('yes'), t('no')),
          field.flag('super', t('columns.kind'), t('superuser'), t('ordinary')),
        ],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: {
          title: t('columns.name'),
          order: 'last_name',
          text: personName,
          icon: (user) => <UserAvatar user={user} size={24} />,
        },
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
      {isImporting && (
        <Suspense>
          <ImportPeople onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </CollectionPage>
  );
}
