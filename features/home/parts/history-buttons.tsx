// Undo and redo beside the map: one press takes back the last change; the list behind the arrow takes back several at once.
'use client';
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { useFormat } from '@/lib/i18n/use-format';
import { useSketch } from '@/map';
import { useEditHistory } from '../logic/edit-history';
import { useUndoRedo } from './use-record-changes';

/** Changes that the list shows; older ones come up as newer ones are taken back. */
const LISTED = 15;

export function HistoryButtons() {
  const t = useTranslations('home.history');
  const { digits } = useFormat();
  const { done, undone, busy } = useEditHistory();
  const { undo, redo } = useUndoRedo();
  const drawing = useSketch((s) => s.mode !== 'none');
  const common = { variant: 'subtle', color: 'gray', size: 'var(--tool-size)' } as const;
  const backwards = done.slice(-LISTED).reverse();
  const forwards = undone.slice(-LISTED).reverse();
  return (
    <>
      <IconButton
        {...common}
        label={t('undo')}
        hotkey="Ctrl+Z"
        disabled={done.length === 0 || busy}
        onClick={() => undo()}
      >
        <IconArrowBackUp size={20} className="points" />
      </IconButton>
      <IconButton
        {...common}
        label={t('redo')}
        hotkey="Ctrl+Y"
        disabled={undone.length === 0 || busy}
        onClick={() => redo()}
      >
        <IconArrowForwardUp size={20} className="points" />
      </IconButton>
      <Menu position="left" withinPortal shadow="md" width={280}>
        <Menu.Target>
          <IconButton
            {...common}
            label={t('list')}
            disabled={(done.length === 0 && undone.length === 0) || busy || drawing}
          >
            <IconHistory size={20} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {forwards.length > 0 && <Menu.Label>{t('forwards')}</Menu.Label>}
          {forwards.toReversed().map((change, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same change may stand there twice; its place tells them apart.
            <Menu.Item key={`${change.id}/${forwards.length - i}`} onClick={() => redo(forwards.length - i)}>
              <bdi>{change.label}</bdi> {digits(change.id.replace(/\D+/g, ''))}
            </Menu.Item>
          ))}
          {backwards.length > 0 && <Menu.Label>{t('backwards')}</Menu.Label>}
          {backwards.map((change, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <Menu.Item key={`${change.id}/${done.length - i}`} onClick={() => undo(i + 1)}>
              <bdi>{change.label}</bdi> {digits(change.id.replace(/\D+/g, ''))}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
