// Records on their way out: choose a format, and the download starts.
'use client';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/dialogs';
import { IconButton } from '@/components/icon-button';
import { useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { type ExportOrder, OUT_FORMAT_IDS } from '@/contract/schemas/export';
import type { Layer } from '@/contract/schemas/layer';
import { downloadRecords } from '@/lib/api/download';

/** Formats that hold points and tracks only, or no attributes to speak of, stand last. */
const TABLE_FORMATS: readonly string[] = ['csv', 'xlsx'];

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
  const text = useErrorText();
  const { confirm } = useDialogs();
  const [busy, setBusy] = useState(false);
  if (!layer.rights.export) return null;
  const run = async (format: (typeof OUT_FORMAT_IDS)[number]) => {
    setBusy(true);
    try {
      await downloadRecords(layer.id, { format, ...(filter ? { filter } : {}) }, (losses) =>
        confirm({
          title: t('lossTitle', { format: t(`formats.${format}`) }),
          // The dialog's text is one paragraph: each loss is a line of it.
          text: losses.map((loss) => (
            <span key={loss} style={{ display: 'block' }}>
              {loss}
            </span>
          )),
          confirm: t('lossAccept'),
        }),
      );
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    } finally {
      setBusy(false);
    }
  };
  const formats = OUT_FORMAT_IDS.filter((id) => layer.type > 0 || TABLE_FORMATS.includes(id));
  const label = t('title', { label: layer.label });
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        {wide ? (
          <Button size="xs" variant="default" leftSection={<IconDownload size={16} />} loading={busy}>
            {t('button')}
          </Button>
        ) : (
          <IconButton label={label} variant="subtle" color="gray" size={28} loading={busy}>
            <IconDownload size={16} />
          </IconButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void run(format)}>
            {t(`formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
