// Notices that were sent: to how many, who has read them; found, looked into, taken away.
'use client';
import { Button } from '@mantine/core';
import { IconBellRinging, IconMail, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import type { Notice } from '@/contract/schemas/message';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { KINDS, NOTICES_VIEW } from '../logic/notices-view';
import { ReadShare } from '../parts/notices/read-share';
import { ScheduledList } from '../parts/notices/scheduled-list';
import { useRemoveNotice } from '../parts/notices/use-remove-notice';

const ORDERS = ['-date', 'date', 'subject'] as const;

/** What can be done with a sent notice. */
function useActs() {
  const t = useTranslations('messages.notices');
  const remove = useRemoveNotice();
  return (notice: Notice) => [
    {
      id: 'open',
      label: t('recipients'),
      icon: <IconUsers size={16} />,
      href: href('recipient', { id: notice.id }),
    },
    ...(notice.kind === 'sent' && notice.read < notice.recipients
      ? [
          {
            id: 'remind',
            label: t('remind'),
            icon: <IconBellRinging size={16} />,
            href: `${href('composeNotif')}?remind=${notice.id}`,
          },
        ]
      : []),
    {
      id: 'remove',
      label: t('remove'),
      icon: <IconTrash size={16} />,
      run: () => void remove.run(notice),
      whyNot: notice.why?.delete,
      isDanger: true,
    },
  ];
}

export function NotifScreen() {
  const t = useTranslations('messages.notices');
  const { date } = useFormat();
  const notices = useCollection(NOTICES_VIEW, 'notif');
  const { view, change } = notices;
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const acts = useActs();
  return (
    <CollectionPage
      title={t('title')}
      faces={notices}
      above={<ScheduledList />}
      primary={
        <Button component={Link} href={href('composeNotif')} prefetch={false} leftSection={<IconPencil size={16} />}>
          {t('create')}
        </Button>
      }
      filters={{
        search: field.search('q', t('search')),
        fields: [
          {
            id: 'kind',
            kind: 'choice',
            label: t('kind'),
            value: view.filters.kind,
            options: KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
            onChange: (value) => change({ filters: { kind: KINDS.find((kind) => kind === value) ?? null } }),
          },
        ],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('subject'), order: 'subject', text: ({ subject }) => subject },
        columns: [
          {
            id: 'sender',
            title: t('sender'),
            cell: ({ sender }) => <bdi>{sender ? personName(sender) : ''}</bdi>,
            isCut: true,
          },
          { id: 'kind', title: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`), isWide: true },
          { id: 'date', title: t('date'), order: 'date', cell: ({ date: at }) => date(at, 'datetime') },
          {
            id: 'read',
            title: t('readers'),
            cell: ({ read, recipients }) => <ReadShare read={read} recipients={recipients} />,
          },
        ],
        href: ({ id }) => href('recipient', { id }),
        acts,
        onMenu: notices.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, NOTICES_VIEW.order) }),
      }}
      empty={{ icon: <IconMail size={24} />, title: t('empty'), text: t('emptyText') }}
    />
  );
}
