// The menu of the studio: what opens in dialogs of its own, and the way to the records.
'use client';
import { Menu } from '@mantine/core';
import {
  IconClipboardText,
  IconDownload,
  IconFileSpreadsheet,
  IconHistory,
  IconStack2,
  IconTable,
  IconTestPipe,
} from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { MoreMenu } from '@/components/layout/more-menu';
import { api } from '@/contract/index';
import { allows, href, type Who } from '@/lib/routes/rules';

export type StudioDialog = 'fromLayer' | 'fromHeadings' | 'fromXlsForm' | 'toXlsForm' | 'versions' | 'try';

interface MenuProps {
  /** Null for a new layer. */
  layer: number | null;
  isReadOnly: boolean;
  who: Who | null;
  onOpen: (dialog: StudioDialog) => void;
}

export function StudioMenu({ layer, isReadOnly, who, onOpen }: MenuProps) {
  const t = useTranslations('formStudio');
  return (
    <MoreMenu label={t('more')}>
      {!isReadOnly && (
        <>
          <Menu.Item leftSection={<IconStack2 size={14} />} onClick={() => onOpen('fromLayer')}>
            {t('menu.fromLayer')}
          </Menu.Item>
          <Menu.Item leftSection={<IconClipboardText size={14} />} onClick={() => onOpen('fromHeadings')}>
            {t('menu.fromHeadings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet size={14} />} onClick={() => onOpen('fromXlsForm')}>
            {t('menu.fromXlsForm')}
          </Menu.Item>
        </>
      )}
      {allows(who, api.layerForms.toXlsForm.needs) && (
        <Menu.Item leftSection={<IconDownload size={14} />} onClick={() => onOpen('toXlsForm')}>
          {t('menu.toXlsForm')}
        </Menu.Item>
      )}
      {layer !== null && (
        <>
          {!isReadOnly && (
            <>
              <Menu.Item leftSection={<IconHistory size={14} />} onClick={() => onOpen('versions')}>
                {t('menu.versions')}
              </Menu.Item>
              <Menu.Item leftSection={<IconTestPipe size={14} />} onClick={() => onOpen('try')}>
                {t('menu.try')}
              </Menu.Item>
            </>
          )}
          <Menu.Item component={Link} leftSection={<IconTable size={14} />} href={href('layerData', { id: layer })}>
            {t('menu.records')}
          </Menu.Item>
        </>
      )}
    </MoreMenu>
  );
}
