// What a notice says: subject, text, where it leads, and how its receiver sees it.
'use client';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/layout/card';
import { LinkedText } from '../linked-text';
import classes from '../notices.module.css';
import { NoticeLink } from './notice-link';
import type { NoticeValues } from './use-notice-draft';

export const MAX_SUBJECT = 200;
const MAX_TEXT = 4000;
const MAX_LINK = 500;

/** An address of this host as its path, whatever else as it was written. */
const pathOf = (address: string): string =>
  address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;

export interface ContentFieldsProps {
  subject: string;
  text: string;
  link: string;
  problems: { subject: string | null; text: string | null; link: string | null };
  onChange: (part: Partial<NoticeValues>) => void;
}

export function ContentFields({ subject, text, link, problems, onChange }: ContentFieldsProps) {
  const t = useTranslations('messages.notices');
  return (
    <Card title={t('content')}>
      <div className={classes.fields}>
        <TextInput
          required
          label={t('subject')}
          maxLength={MAX_SUBJECT}
          value={subject}
          error={problems.subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
        <Textarea
          required
          label={t('text')}
          autosize
          minRows={6}
          maxRows={16}
          maxLength={MAX_TEXT}
          value={text}
          error={problems.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
        <TextInput
          label={t('link')}
          description={t('linkHint')}
          dir="ltr"
          maxLength={MAX_LINK}
          value={link}
          error={problems.link}
          onChange={(event) => onChange({ link: pathOf(event.currentTarget.value.trim()) })}
        />
        {(subject || text) && <NoticePreview subject={subject} text={text} link={link} />}
      </div>
    </Card>
  );
}

function NoticePreview({ subject, text, link }: Pick<NoticeValues, 'subject' | 'text' | 'link'>) {
  const t = useTranslations('messages.notices');
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      <span className={classes.dim}>{t('preview')}</span>
      <h3 className={classes.previewTitle} dir="auto">
        {subject}
      </h3>
      <LinkedText text={text} className={classes.text ?? ''} />
      <NoticeLink link={link} />
    </section>
  );
}
