// Exports records: choose a format, and the download starts.
'use client';
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconSquare, IconSquareCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import type { ExportOrder } from '@/contract/schemas/export';
import type { Layer } from '@/contract/schemas/layer';
import { useExport } from './use-export';

export interface ExportMenuProps {
  layer: Layer;
  /** Filters of the records' list; all records without it. */
  filter?: ExportOrder['filter'];
  /** With words beside the icon. */
  wide?: boolean;
}

/** Nothing where the reader may not export the layer. */
export const ExportMenu = ({ layer, filter, wide }: ExportMenuProps) => {
  const t = useTranslations('map.export');
  const { formats, run, isBusy, codes, setCodes } = useExport(layer, filter);
  if (!layer.rights.export) return null;
  const label = t('title', { label: layer.label });
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        {wide ? (
          <Button size="xs" variant="default" leftSection={<IconDownload size={16} />} loading={isBusy}>
            {t('button')}
          </Button>
        ) : (
          <IconButton label={label} variant="subtle" color="gray" size={28} loading={isBusy}>
            <IconDownload size={16} />
          </IconButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {codes !== null && (
          <Menu.Item
            role="menuitemcheckbox"
            aria-checked={codes}
            closeMenuOnClick={false}
            leftSection={codes ? <IconSquareCheck size={16} /> : <IconSquare size={16} />}
            onClick={() => setCodes(!codes)}
          >
            {t('codes')}
          </Menu.Item>
        )}
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void run(format)}>
            {t(`formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
