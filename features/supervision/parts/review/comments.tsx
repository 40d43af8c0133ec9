// What reviewers and authors say to one another about a record.
'use client';
import { Button, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Timeline } from '@/components/collection/timeline';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import classes from './review.module.css';

const MAX_TEXT = 2000;

export function Comments({ record }: { record: number }) {
  const t = useTranslations('supervision.comments');
  const read = useRead(api.supervision.comments, { params: { id: record } });
  const write = useWrite(api.supervision.comment);
  const [text, setText] = useState('');
  const send = useAction(() => write.mutateAsync({ params: { id: record }, body: { text: text.trim() } }));
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <ListSkeleton rows={2} />;
  return (
    <div className={classes.comments}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') void send.run(undefined).then((comment) => comment && setText(''));
        }}
      >
        <Textarea
          label={t('label')}
          rows={2}
          dir="auto"
          maxLength={MAX_TEXT}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" size="xs" mt="xs" disabled={text.trim() === '' || send.isBusy}>
          {t('send')}
        </Button>
      </form>
      {read.data.length === 0 ? (
        <p className={classes.quiet}>{t('none')}</p>
      ) : (
        <Timeline
          label={t('title')}
          entries={read.data.map(({ id, user, date, text: said }) => ({
            id,
            at: date,
            who: user ? personName(user) : t('nobody'),
            what: <span dir="auto">{said}</span>,
          }))}
        />
      )}
    </div>
  );
}
