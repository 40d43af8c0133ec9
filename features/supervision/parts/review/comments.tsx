// What reviewers and authors say to one another about a record.
'use client';
import { useTranslations } from 'next-intl';
import { Timeline } from '@/components/collection/timeline';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { CommentForm } from '@/components/form/comment-form';
import { api } from '@/contract/index';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import classes from './review.module.css';

const MAX_TEXT = 2000;

export function Comments({ record }: { record: number }) {
  const t = useTranslations('supervision.comments');
  const read = useRead(api.supervision.comments, { params: { id: record } });
  const write = useWrite(api.supervision.comment);
  const send = useAction((text: string) => write.mutateAsync({ params: { id: record }, body: { text } }));
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <ListSkeleton rows={2} />;
  return (
    <div className={classes.comments}>
      <CommentForm label={t('label')} send={t('send')} maxLength={MAX_TEXT} isBusy={send.isBusy} onSend={send.run} />
      {read.data.length === 0 ? (
        <p className={classes.quiet}>{t('none')}</p>
      ) : (
        <Timeline
          label={t('title')}
          entries={read.data.map(({ id, user, date, text }) => ({
            id,
            at: date,
            who: user ? personName(user) : t('nobody'),
            what: <span dir="auto">{text}</span>,
          }))}
        />
      )}
    </div>
  );
}
