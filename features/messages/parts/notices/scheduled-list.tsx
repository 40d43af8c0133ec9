// Notices that wait for their time, and those that could not leave: changed, or cancelled after a question. Nothing where there are none.
'use client';
import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { RowMenu } from '@/components/collection/row-menu';
import { useAction } from '@/components/feedback/use-action';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import type { ScheduledNotice } from '@/contract/schemas/messages/scheduled';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import classes from '../notices.module.css';

const MAX_FIRST = 3;

function useActs() {
  const t = useTranslations('messages.notices');
  const cancel = useWrite(api.messages.cancelScheduled);
  const remove = useAction(({ id }: ScheduledNotice) => cancel.mutateAsync({ params: { id } }), {
    confirm: ({ subject }) => ({
      title: t('cancelTitle', { subject }),
      text: t('cancelText'),
      confirm: t('cancelSchedule'),
      danger: true,
    }),
    done: () => t('cancelled'),
  });
  return (notice: ScheduledNotice) => [
    {
      id: 'edit',
      label: t('edit'),
      icon: <IconPencil size={16} />,
      href: `${href('composeNotif')}?scheduled=${notice.id}`,
      whyNot: notice.why?.edit,
    },
    {
      id: 'cancel',
      label: t('cancelSchedule'),
      icon: <IconTrash size={16} />,
      run: () => void remove.run(notice),
      isDanger: true,
    },
  ];
}

export function ScheduledList() {
  const t = useTranslations('messages.notices');
  const { date, number } = useFormat();
  const acts = useActs();
  const [isWhole, setWhole] = useState(false);
  const notices = useRead(api.messages.scheduledNotices, {}).data ?? [];
  if (notices.length === 0) return null;
  const rows = isWhole ? notices : notices.slice(0, MAX_FIRST);
  return (
    <Card title={t('scheduledCount', { n: number(notices.length) })}>
      <ul className={classes.scheduled}>
        {rows.map((notice) => (
          <li key={notice.id}>
            <div className={classes.scheduledText}>
              <span className={classes.noticeTitle}>
                <bdi>{notice.subject}</bdi>
              </span>
              <span className={classes.scheduledFoot}>
                <time dateTime={notice.send_at}>{date(notice.send_at, 'datetime')}</time>
                {notice.sender && <bdi>{personName(notice.sender)}</bdi>}
              </span>
              {notice.problem && <span className={classes.problem}>{t(`problems.${notice.problem}`)}</span>}
            </div>
            <RowMenu label={t('scheduledActs', { subject: notice.subject })} acts={acts(notice)} />
          </li>
        ))}
      </ul>
      {rows.length < notices.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('showAll', { n: number(notices.length) })}
        </Button>
      )}
    </Card>
  );
}
