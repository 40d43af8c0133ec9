// One kept arrangement: opened by its name, put first, given away, renamed, replaced by the map as it is, removed with a way back.
'use client';
import { Menu, Text } from '@mantine/core';
import { IconStar, IconStarFilled, IconTrash, IconUserShare } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { useAction } from '@/components/feedback/use-action';
import { IconButton } from '@/components/icon-button';
import list from '@/components/kept-list.module.css';
import { MoreMenu } from '@/components/layout/more-menu';
import { api } from '@/contract';
import type { Env } from '@/contract/schemas/settings';
import { useWrite } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import { envNow } from '@/map';

interface EnvRowProps {
  env: Env;
  onOpen: (env: Env) => void;
  onGive: (env: Env) => void;
}

export function EnvRow({ env, onOpen, onGive }: EnvRowProps) {
  const t = useTranslations('home.env');
  const dialogs = useDialogs();
  const mayGive = useMay(api.settings.setEnv.needs);
  const { mutateAsync: add } = useWrite(api.settings.addEnv);
  const { mutateAsync: edit } = useWrite(api.settings.editEnv);
  const { mutateAsync: remove } = useWrite(api.settings.removeEnv);
  const params = { id: env.id };
  const { label, data, is_default } = env;
  const change = useAction((body: { label?: string; is_default?: boolean }) => edit({ params, body }));
  const update = useAction(() => edit({ params, body: { data: envNow() as never } }), { done: () => t('saved') });
  const removal = useAction(() => remove({ params }), {
    done: () => t('removed', { name: label }),
    undo: async () => {
      await add({ body: { label, data: data as never, is_default } });
      return t('saved');
    },
  });
  const handleRename = async () => {
    const name = await dialogs.prompt({ title: t('rename'), label: t('name'), value: label });
    if (name) await change.run({ label: name });
  };
  return (
    <li>
      <button type="button" className={list.name} onClick={() => onOpen(env)}>
        <bdi>{label}</bdi>
        {is_default && (
          <Text span size="xs" c="dimmed">
            {t('isFirst')}
          </Text>
        )}
      </button>
      <IconButton
        label={t(is_default ? 'notFirst' : 'makeFirst', { name: label })}
        variant="subtle"
        color="gray"
        size={28}
        aria-pressed={is_default}
        onClick={() => void change.run({ is_default: !is_default })}
      >
        {is_default ? <IconStarFilled size={16} /> : <IconStar size={16} />}
      </IconButton>
      {mayGive && (
        <IconButton
          label={t('giveTo', { name: label })}
          variant="subtle"
          color="gray"
          size={28}
          onClick={() => onGive(env)}
        >
          <IconUserShare size={16} />
        </IconButton>
      )}
      <MoreMenu label={t('more', { name: label })}>
        <Menu.Item onClick={() => void handleRename()}>{t('rename')}</Menu.Item>
        <Menu.Item onClick={() => void update.run(undefined)}>{t('update')}</Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => void removal.run(undefined)}>
          {t('remove')}
        </Menu.Item>
      </MoreMenu>
    </li>
  );
}
