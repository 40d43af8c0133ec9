// The dialogs of the studio, and the menu that opens them.
'use client';
import { Menu } from '@mantine/core';
import { IconClipboardText, IconHistory, IconStack2, IconTable, IconTestPipe } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { MoreMenu } from '@/components/layout/more-menu';
import type { Field } from '@/contract/schemas/form';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { toForm } from '../logic/document';
import { savedNamesOf, withForm } from '../logic/wire';
import { FromHeadings, FromLayer } from './starters/starter-dialogs';
import { TryDialog } from './starters/try-dialog';
import type { StudioState } from './use-studio';
import { VersionsDialog } from './versions/versions-dialog';

export type StudioDialog = 'fromLayer' | 'fromHeadings' | 'versions' | 'try';

interface MenuProps {
  /** Null for a new layer. */
  layer: number | null;
  isReadOnly: boolean;
  onOpen: (dialog: StudioDialog) => void;
}

export function StudioMenu({ layer, isReadOnly, onOpen }: MenuProps) {
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
        </>
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

interface DialogsProps {
  studio: StudioState;
  layer: number | null;
  dialog: StudioDialog | null;
  onClose: () => void;
}

export function StudioDialogs({ studio, layer, dialog, onClose }: DialogsProps) {
  const t = useTranslations('formStudio');
  const { number } = useFormat();
  const take = (fields: readonly Field[]) => {
    studio.add(fields);
    toast({ type: 'success', message: t('starters.added', { n: number(fields.length) }) });
  };
  if (dialog === 'fromLayer') return <FromLayer onFields={take} onClose={onClose} />;
  if (dialog === 'fromHeadings') return <FromHeadings onFields={take} onClose={onClose} />;
  if (layer === null) return null;
  if (dialog === 'try') return <TryDialog layer={layer} form={toForm(studio.document.items)} onClose={onClose} />;
  if (dialog !== 'versions') return null;
  return (
    <VersionsDialog
      layer={layer}
      onClose={onClose}
      onOpen={(version, form) => {
        studio.replace(withForm(studio.document, form, savedNamesOf(studio.saved)));
        onClose();
        toast({ type: 'info', message: t('versions.opened', { n: number(version) }) });
      }}
    />
  );
}
