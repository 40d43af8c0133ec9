// The table's rarer deeds behind one button; what cannot be done says why.
'use client';
import { Menu } from '@mantine/core';
import {
  IconArrowsMove,
  IconClipboardPlus,
  IconDotsVertical,
  IconPencil,
  IconPrinter,
  IconSelectAll,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
import type { Layer } from '@/contract/schemas/layer';
import { useMaySupervise } from './acts/use-may-supervise';

export type ActOnAll = 'edit' | 'delete' | 'supervise';

const TABLE = 0;

export interface TableMoreProps {
  /** Records that the filters leave. */
  count: number;
  selected: number;
  layer: Layer;
  busy: boolean;
  onSelectAll: () => void;
  /** Does something to all records that the filters leave. */
  onAll: (act: ActOnAll) => void;
  /** Moves what is selected, else all that the filters leave; null where more are selected than one order names. */
  onMove: (() => void) | null;
  onPrint: () => void;
  onPaste: () => void;
}

export function TableMore(props: TableMoreProps) {
  const { count, selected, layer, busy, onSelectAll, onAll, onMove, onPrint, onPaste } = props;
  const { rights } = layer;
  const maySupervise = useMaySupervise(layer);
  const t = useTranslations('records.actions');
  const sheet = useTranslations('records.sheet');
  const item = (icon: ReactNode, label: string, hotkey: string, why: string | null, onClick: () => void) => (
    <Menu.Item leftSection={icon} rightSection={hotkey} disabled={why !== null} onClick={onClick}>
      {label}
      {why && <small style={{ display: 'block' }}>{why}</small>}
    </Menu.Item>
  );
  const none = count === 0 ? t('nothing') : null;
  const whyNoMove = !rights.edit ? t('noEdit') : onMove ? none : t('moveMany');
  return (
    <Menu withinPortal position="bottom-end" width={288}>
      <Menu.Target>
        <IconButton label={t('more')} variant="subtle" color="gray" size={28} loading={busy}>
          <IconDotsVertical size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {item(<IconSelectAll size={16} />, t('selectAll'), 'Ctrl+A', none, onSelectAll)}
        {item(<IconPencil size={16} />, t('editAll'), '', rights.edit ? none : t('noEdit'), () => onAll('edit'))}
        {item(<IconTrash size={16} />, t('removeAll'), '', rights.delete ? none : t('noDelete'), () => onAll('delete'))}
        {layer.type !== TABLE &&
          item(<IconArrowsMove size={16} />, t(selected > 0 ? 'moveSelected' : 'moveAll'), '', whyNoMove, () =>
            onMove?.(),
          )}
        {maySupervise && item(<IconShieldCheck size={16} />, t('superviseAll'), '', none, () => onAll('supervise'))}
        {item(<IconPrinter size={16} />, sheet('printChosen'), '', selected > 0 ? null : sheet('printNone'), onPrint)}
        {item(<IconClipboardPlus size={16} />, t('paste'), 'Ctrl+V', rights.add ? null : t('noAdd'), onPaste)}
      </Menu.Dropdown>
    </Menu>
  );
}
