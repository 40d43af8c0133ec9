// One sent notice: what it said, who has read it, and a reminder for those who have not.
'use client';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { LinkedText } from '../parts/linked-text';
import { NoticeLink } from '../parts/notices/notice-link';
import { ReadShare } from '../parts/notices/read-share';
import { RecipientList } from '../parts/notices/recipient-list';
import { useRemoveNotice } from '../parts/notices/use-remove-notice';
import classes from '../parts/notices.module.css';

export function RecipientScreen({ id }: { id: number }) {
  const t = useTranslations('messages.notices');
  const router = useRouter();
  const { date } = useFormat();
  const read = useRead(api.messages.notice, { params: { id } });
  const remove = useRemoveNotice();
  const notice = read.data;
  if (!notice)
    return (
      <Page title={t('recipients')}>
        {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton fields={4} />}
      </Page>
    );
  const handleRemove = async () => {
    if (await remove.run(notice)) router.push(href('notif'));
  };
  return (
    <Page
      title={notice.subject}
      actions={
        <>
          <Button component={Link} href={href('notif')} prefetch={false} variant="default">
            {t('title')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            loading={remove.isBusy}
            onClick={() => void handleRemove()}
          >
            {t('remove')}
          </Button>
        </>
      }
    >
      <div className={classes.detail}>
        <Card title={t('content')}>
          <p className={classes.dim}>
            {notice.sender && <bdi>{personName(notice.sender)}</bdi>} · {date(notice.date, 'datetime')}
          </p>
          <LinkedText text={notice.text} className={classes.text ?? ''} />
          {notice.kind === 'sent' && <NoticeLink link={notice.link} />}
        </Card>
        <Card title={t('recipients')} action={<ReadShare read={notice.read} recipients={notice.recipients} />}>
          <RecipientList notice={notice} />
        </Card>
      </div>
    </Page>
  );
}
