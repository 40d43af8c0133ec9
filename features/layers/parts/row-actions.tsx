// What can be done with one layer: the map at once, the rest in a menu. What is not allowed is not shown.
'use client';
import { Menu } from '@mantine/core';
import { IconDotsVertical, IconMap, IconPencil, IconTable, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import type { Layer } from '@/contract/schemas/layer';
import { href } from '@/lib/routes/rules';
import type { Acts } from '../logic/acts';
import type { LayerActs } from './use-layer-acts';

export interface RowActionsProps {
  layer: Layer;
  acts: Acts;
  on: LayerActs;
}

/** A layer with nothing to do about it has no buttons. */
export function RowActions({ layer, acts, on }: RowActionsProps) {
  const t = useTranslations('layers.actions');
  const router = useRouter();
  const { label } = layer;
  const map = `${href('home')}?layer=${layer.id}`;
  return (
    <>
      {acts.map && (
        <IconButton label={t('mapOf', { label })} onClick={() => router.push(map)}>
          <IconMap size={18} stroke={1.6} />
        </IconButton>
      )}
      {(acts.records || acts.rename || acts.access || acts.remove) && (
        <Menu>
          <Menu.Target>
            <IconButton label={t('more', { label })}>
              <IconDotsVertical size={18} stroke={1.6} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {acts.records && (
              <Menu.Item
                component={Link}
                href={href('layerData', { id: layer.id })}
                prefetch={false}
                leftSection={<IconTable size={16} />}
              >
                {t('records')}
              </Menu.Item>
            )}
            {acts.map && (
              <Menu.Item component={Link} href={map} prefetch={false} leftSection={<IconMap size={16} />}>
                {t('map')}
              </Menu.Item>
            )}
            {acts.rename && (
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => void on.rename(layer)}>
                {t('rename')}
              </Menu.Item>
            )}
            {acts.access && (
              <Menu.Item leftSection={<IconUsersGroup size={16} />} onClick={() => on.share(layer)}>
                {t('access')}
              </Menu.Item>
            )}
            {acts.remove && (
              <>
                <Menu.Divider />
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void on.drop(layer)}>
                  {t('remove')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
