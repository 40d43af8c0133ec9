// One announcement of the feed; new until it has been seen.
'use client';
import { Badge } from '@mantine/core';
import { IconPencil, IconPin, IconTrash, IconUsers } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RowAct } from '@/components/collection/acts';
import { RowMenu } from '@/components/collection/row-menu';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { Announcement } from '@/contract/schemas/message';
import { useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { LinkedText } from '../linked-text';
import classes from '../news.module.css';
import { AnnouncementPicture } from './announcement-picture';
import { useSeen } from './use-seen';

export interface AnnouncementCardProps {
  announcement: Announcement;
  isNew: boolean;
  onSeen: (id: number) => void;
  onEdit: (id: number) => void;
}

/** What can be done with it; nothing for those who only read. */
function useActs({ id, title, can_edit, can_delete, why }: Announcement, onEdit: (id: number) => void): RowAct[] {
  const t = useTranslations('messages.news');
  const remove = useWrite(api.customer.removeAnnouncement);
  const { run } = useAction(() => remove.mutateAsync({ params: { id } }), {
    confirm: () => ({ title: t('removeTitle', { title }), text: t('removeText'), confirm: t('remove'), danger: true }),
    done: () => t('removed'),
  });
  if (!can_edit && !can_delete) return [];
  return [
    { id: 'edit', label: t('edit'), icon: <IconPencil size={16} />, run: () => onEdit(id), whyNot: why?.edit },
    { id: 'remove', label: t('remove'), icon: <IconTrash size={16} />, run: () => void run(undefined), whyNot: why?.delete, isDanger: true }, // biome-ignore format: one act
  ];
}

export function AnnouncementCard({ announcement, isNew, onSeen, onEdit }: AnnouncementCardProps) {
  const { id, title, text, user, date: at, pinned, until, edited, audience, roles } = announcement;
  const t = useTranslations('messages.news');
  const { date, listed } = useFormat();
  const acts = useActs(announcement, onEdit);
  const box = useSeen<HTMLElement>(isNew, () => onSeen(id));
  return (
    <article ref={box} className={classes.card} data-new={isNew || undefined} aria-labelledby={`news-${id}`}>
      <header className={classes.head}>
        <h2 id={`news-${id}`} className={classes.title} dir="auto">
          {title}
        </h2>
        {isNew && (
          <Badge size="sm" color="red.8">
            {t('isNew')}
          </Badge>
        )}
        {pinned && (
          <Badge size="sm" variant="light" leftSection={<IconPin size={12} aria-hidden />}>
            {t('pinned')}
          </Badge>
        )}
        {audience === 'roles' && roles && (
          <Badge size="sm" variant="light" leftSection={<IconUsers size={12} aria-hidden />}>
            {roles.length > 0 ? t('forRoles', { names: listed(roles.map(({ name }) => name)) }) : t('forNobody')}
          </Badge>
        )}
        <RowMenu label={t('acts', { title })} acts={acts} />
      </header>
      <p className={classes.meta}>
        {user && <bdi>{personName(user)}</bdi>}
        <time dateTime={at}>{date(at, 'datetime')}</time>
        {edited && <span title={date(edited, 'datetime')}>{t('edited')}</span>}
        {until && <span>{t('untilDay', { day: date(until) })}</span>}
      </p>
      <LinkedText text={text} className={classes.text ?? ''} />
      <AnnouncementPicture announcement={announcement} />
    </article>
  );
}
