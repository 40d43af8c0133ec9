// The picture of an announcement, whole; nothing until it is here.
'use client';
import { useTranslations } from 'next-intl';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { api } from '@/contract/index';
import type { Announcement } from '@/contract/schemas/message';
import { useRead } from '@/lib/api/hooks';
import classes from '../news.module.css';

/** An address of the picture's bytes; null while there are none. Another picture has another path. */
export function useAnnouncementPicture(id: number, image: string | null | undefined): string | null {
  const bytes = useRead(api.customer.announcementImage, { params: { id } }, { enabled: Boolean(image) }).data;
  return useObjectUrl(image ? bytes : null);
}

export function AnnouncementPicture({ announcement: { id, image, title } }: { announcement: Announcement }) {
  const t = useTranslations('messages.news');
  const url = useAnnouncementPicture(id, image);
  // biome-ignore lint/performance/noImgElement: an address of bytes that are here
  return url && <img src={url} alt={t('pictureOf', { title })} className={classes.picture} decoding="async" />;
}
