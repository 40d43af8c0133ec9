// A person beside their words: picture or initials, and a dot while they are online.
'use client';
import { Avatar } from '@mantine/core';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { initials } from '@/components/initials';
import { api } from '@/contract/index';
import type { Person } from '@/contract/schemas/session';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import classes from './messages.module.css';

export interface PersonFaceProps {
  person: Person & { image?: string | null; online?: boolean };
  size?: number;
}

export function PersonFace({ person, size = 32 }: PersonFaceProps) {
  const { id, image = null, online = false } = person;
  const bytes = useRead(api.users.image, { params: { id } }, { enabled: image !== null }).data;
  const url = useObjectUrl(image ? bytes : null);
  return (
    <span className={classes.face} data-online={online || undefined}>
      <Avatar size={size} radius="50%" color="indigo" src={url} alt="" aria-hidden>
        {initials(personName(person))}
      </Avatar>
    </span>
  );
}
