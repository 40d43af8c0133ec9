// A person's picture, or their initials where there is none.
'use client';
import { Avatar } from '@mantine/core';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { initials } from '@/components/initials';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';

export function UserAvatar({ user, size }: { user: User; size: number }) {
  const bytes = useRead(api.users.image, { params: { id: user.id } }, { enabled: user.image !== null }).data;
  const url = useObjectUrl(user.image ? bytes : null);
  return (
    <Avatar size={size} radius="50%" color="indigo" src={url} alt="" aria-hidden>
      {initials(personName(user))}
    </Avatar>
  );
}
