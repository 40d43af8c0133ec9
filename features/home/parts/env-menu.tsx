// Kept arrangements of the map: open one, keep the present one, and give one to others.
'use client';
import { Menu, Modal } from '@mantine/core';
import { IconLayoutCollage, IconStarFilled } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import type { Env } from '@/contract/schemas/settings';
import { useRead } from '@/lib/api/hooks';
import { useScreens } from '@/lib/api/use-screens';
import { applyEnv, readEnv, useLayers, useMap } from '@/map';
import { EnvManager } from './envs/env-manager';

/** `ready`: the layers are known, so that the default arrangement can be taken over, once. */
export function EnvMenu({ ready }: { ready: boolean }) {
  const t = useTranslations('home.env');
  const map = useMap();
  const read = useRead(api.settings.envs, {});
  const screens = useScreens();
  const [managing, setManaging] = useState(false);
  const envs = read.data ?? [];

  const open = (env: Env) => {
    const saved = readEnv(env.data);
    const view = saved && applyEnv(saved);
    if (view) map.flyTo(view);
  };
  useEffect(() => {
    if (!ready || read.isPending || !screens || useLayers.getState().arranged) return;
    useLayers.setState({ arranged: true });
    // What the reader has put first; else what their roles begin with.
    const first = read.data?.find((env) => env.is_default) ?? screens.env;
    // Where the reader looked last matters more than where the arrangement was made.
    const start = first && readEnv(first.data);
    if (start) applyEnv({ ...start, selection: null });
  }, [ready, read.isPending, read.data, screens]);

  return (
    <>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <IconButton label={t('title')} variant="subtle" color="gray" size={28}>
            <IconLayoutCollage size={18} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {envs.map((env) => (
            <Menu.Item
              key={env.id}
              leftSection={env.is_default ? <IconStarFilled size={14} /> : <IconLayoutCollage size={14} />}
              onClick={() => open(env)}
            >
              <bdi>{env.label}</bdi>
            </Menu.Item>
          ))}
          {envs.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setManaging(true)}>{t('manage')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={managing} onClose={() => setManaging(false)} title={t('title')} size={520}>
        <EnvManager
          envs={envs}
          pending={read.isPending}
          error={read.error}
          retry={() => void read.refetch()}
          onOpen={open}
        />
      </Modal>
    </>
  );
}
