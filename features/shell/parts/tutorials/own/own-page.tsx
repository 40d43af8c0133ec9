// One tutorial of the organisation as its readers have it: the words, the video, the link.
'use client';
import { Badge, Button } from '@mantine/core';
import { IconExternalLink, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { RowMenu } from '@/components/collection/row-menu';
import { useAction } from '@/components/feedback/use-action';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract';
import type { Tutorial } from '@/contract/schemas/messages/tutorial';
import { useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { highlight } from '../../../logic/highlight';
import { HelpText } from '../../help-text';
import classes from '../tutorials.module.css';

const TutorialDialog = lazyPart(() => import('./tutorial-dialog'));

interface OwnPageProps {
  tutorial: Tutorial;
  /** What is searched for; every place of it is marked. */
  word: string;
  onRemoved: () => void;
}

const Marked = ({ text, word }: { text: string; word: string }) =>
  highlight(text, word).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    part.found ? <mark key={i}>{part.text}</mark> : part.text,
  );

export function OwnPage({ tutorial, word, onRemoved }: OwnPageProps) {
  const t = useTranslations('shell.tutorials.own');
  const { date, listed } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const remove = useWrite(api.tutorials.remove);
  const { id, title, text, link, video, audience, roles, user, date: at, edited, can_edit, can_delete, why } = tutorial;
  const { run } = useAction(() => remove.mutateAsync({ params: { id } }).then(onRemoved), {
    confirm: () => ({ title: t('removeTitle', { title }), text: t('removeText'), confirm: t('remove'), danger: true }),
    done: () => t('removed'),
  });
  const acts = [
    ...(can_edit ? [{ id: 'edit', label: t('edit'), icon: <IconPencil size={16} />, run: () => setOpen(true), whyNot: why?.edit }] : []), // biome-ignore format: one act
    ...(can_delete ? [{ id: 'remove', label: t('remove'), icon: <IconTrash size={16} />, run: () => void run(undefined), whyNot: why?.delete, isDanger: true }] : []), // biome-ignore format: one act
  ];
  return (
    <>
      <div className={classes.ownHead}>
        <h2 dir="auto">
          <Marked text={title} word={word} />
        </h2>
        {audience === 'roles' && roles && (
          <Badge size="sm" variant="light" leftSection={<IconUsers size={12} aria-hidden />}>
            {roles.length > 0 ? t('forRoles', { names: listed(roles.map(({ name }) => name)) }) : t('forNobody')}
          </Badge>
        )}
        <RowMenu label={t('acts', { title })} acts={acts} />
      </div>
      <p className={classes.meta}>
        {user && <bdi>{personName(user)}</bdi>}
        <time dateTime={edited ?? at}>{date(edited ?? at)}</time>
      </p>
      {video && (
        // biome-ignore lint/a11y/useMediaCaption: people bring their own films, without captions beside them
        <video key={video.path} className={classes.video} controls preload="metadata" src={video.path} aria-label={t('videoOf', { title })} /> // biome-ignore format: one element
      )}
      {link && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          variant="light"
          className={classes.link ?? ''}
          leftSection={<IconExternalLink size={16} />}
        >
          {t('openLink', { host: new URL(link).host })}
        </Button>
      )}
      <div className={classes.ownText}>
        <HelpText source={text} folder="/" word={word} />
      </div>
      {isOpen && <TutorialDialog id={id} onClose={() => setOpen(false)} onSaved={() => {}} />}
    </>
  );
}
