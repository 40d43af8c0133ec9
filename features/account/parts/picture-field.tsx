// The own picture: shown, replaced, taken away. It counts at once.
'use client';
import { Avatar, Button, FileButton, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PICTURE_TYPES, smallPicture } from '@/components/form/small-picture';
import { initials } from '@/components/initials';
import { toast } from '@/components/toast';
import { useObjectUrl } from '@/components/use-object-url';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import classes from './card.module.css';
import { Problem } from './problem';
import { useSubmit } from './use-submit';

export function PictureField({ user }: { user: User }) {
  const t = useTranslations('account.profile');
  const edit = useWrite(api.session.editUser);
  const { busy, problem, fields, refuse, run } = useSubmit();
  const bytes = useRead(
    api.users.image,
    { params: { id: user.id } },
    { enabled: user.image !== null, staleTime: Number.POSITIVE_INFINITY },
  ).data;
  const url = useObjectUrl(user.image ? bytes : null);
  const name = personName(user);

  const choose = async (file: File | null) => {
    if (!file) return;
    const image = await smallPicture(file);
    if (!image) return refuse({ image: t('pictureUnreadable') });
    if (await run(() => edit.mutateAsync({ body: { image } }))) toast(t('saved'));
  };
  const remove = async () => {
    if (await run(() => edit.mutateAsync({ body: { image: null } }))) toast(t('saved'));
  };
  return (
    <div className={classes.person}>
      <Avatar size={72} radius="50%" color="indigo" src={url} alt="">
        {initials(name)}
      </Avatar>
      <div className={classes.words}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={classes.hint}>
          <bdi dir="ltr">{user.username}</bdi>
        </p>
      </div>
      <Group gap="xs">
        <FileButton accept={PICTURE_TYPES} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" loading={busy} {...props}>
              {t(user.image ? 'pictureChange' : 'pictureAdd')}
            </Button>
          )}
        </FileButton>
        {user.image && (
          <Button variant="subtle" color="gray" disabled={busy} onClick={() => void remove()}>
            {t('pictureRemove')}
          </Button>
        )}
      </Group>
      <Problem text={fields.image ?? problem} />
    </div>
  );
}
