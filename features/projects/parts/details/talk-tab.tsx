// What the people of a project say to one another.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Timeline } from '@/components/collection/timeline';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { CommentForm } from '@/components/form/comment-form';
import { api } from '@/contract/index';
import type { Project } from '@/contract/schemas/project';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './details.module.css';

const PAGE = 50;
const MAX_TEXT = 4000;

export function TalkTab({ project }: { project: Project }) {
  const t = useTranslations('projects.talk');
  const { digits } = useFormat();
  const [limit, setLimit] = useState(PAGE);
  const params = { id: project.id };
  const read = useRead(api.projectWork.comments, { params, query: { limit } }, { keep: true });
  const write = useWrite(api.projectWork.comment);
  const sending = useAction((text: string) => write.mutateAsync({ params, body: { text } }));
  const comments = read.data?.results ?? [];
  return (
    <div className={classes.said}>
      <CommentForm
        label={t('write')}
        send={t('send')}
        maxLength={MAX_TEXT}
        isBusy={sending.isBusy}
        onSend={sending.run}
      />
      {read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : !read.data ? (
        <ListSkeleton rows={3} />
      ) : comments.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} noAct="beside" />
      ) : (
        <Timeline
          label={t('label')}
          entries={comments.map(({ id, user, date, text, task }) => ({
            id,
            at: date,
            who: user ? personName(user) : t('nobody'),
            what: task ? t('aboutTask', { task: digits(task.label) }) : '',
            body: <p dir="auto">{text}</p>,
          }))}
        />
      )}
      {(read.data?.count ?? 0) > comments.length && comments.length > 0 && (
        <Button variant="default" onClick={() => setLimit(limit + PAGE)}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
