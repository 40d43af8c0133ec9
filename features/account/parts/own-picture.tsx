// The own picture: shown, replaced, taken away. It counts at once.
'use client';
import { useTranslations } from 'next-intl';
import { useAction } from '@/components/feedback/use-action';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { PictureField } from '@/components/form/picture-field';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';

export function OwnPicture({ user }: { user: User }) {
  const t = useTranslations('account.profile');
  const edit = useWrite(api.session.editUser);
  const { run, isBusy } = useAction((image: string | null) => edit.mutateAsync({ body: { image } }), {
    done: () => t('saved'),
  });
  const bytes = useRead(
    api.users.image,
    { params: { id: user.id } },
    { enabled: user.image !== null, staleTime: Number.POSITIVE_INFINITY },
  ).data;
  const url = useObjectUrl(user.image ? bytes : null);
  return (
    <PictureField
      label={`${personName(user)} (${user.username})`}
      name={personName(user)}
      src={url}
      onChange={(image) => void run(image)}
      isBusy={isBusy}
    />
  );
}
