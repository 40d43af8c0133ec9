// Imports and exports looks: from another layer, by the clipboard of this tool, as SLD and QML files.
'use client';
import { Alert, List, Menu, Select } from '@mantine/core';
import { IconClipboard, IconCopy, IconDots, IconDownload, IconFileImport, IconStack2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { StyleFormat } from '@/contract/schemas/style';
import { useStyling } from '@/map/state/styling';
import { useTool } from '@/map/state/tool';
import type { ToolLayer } from '@/map/tool-types';
import type { LookProps } from './use-look';
import { type TransferNote, type TransferProps, useTransfer } from './use-transfer';

/** Milliseconds, a little longer than the menu's own. */
const MENU_FADES = 250;

interface LayerChoiceProps {
  layers: readonly ToolLayer[];
  onChoose: (layer: ToolLayer) => void;
  onClose: () => void;
}

const LayerChoice = ({ layers, onChoose, onClose }: LayerChoiceProps) => {
  const t = useTranslations('map.tools.styling.transfer');
  const field = useRef<HTMLInputElement>(null);
  // The menu gives the focus back to its button when it has faded out; the field that it opened takes it after that.
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus(), MENU_FADES);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Select
      flex="1 0 100%"
      label={t('fromLayer')}
      data={layers.map((l) => ({ value: String(l.id), label: l.label }))}
      value={null}
      searchable
      ref={field}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onChange={(id) => {
        const layer = layers.find((l) => String(l.id) === id);
        if (layer) onChoose(layer);
        onClose();
      }}
    />
  );
};

interface ExportItemsProps {
  /** What is not saved is not exported. */
  isDisabled: boolean;
  onExport: (format: StyleFormat) => void;
}

const ExportItems = ({ isDisabled, onExport }: ExportItemsProps) => {
  const t = useTranslations('map.tools.styling.transfer');
  return (['sld', 'qml'] as const).map((format) => (
    <Menu.Item
      key={format}
      leftSection={<IconDownload size={16} />}
      disabled={isDisabled}
      onClick={() => onExport(format)}
    >
      {t(isDisabled ? 'exportSaved' : 'export', { format: format.toUpperCase() })}
    </Menu.Item>
  ));
};

interface TransferMenuProps extends LookProps, TransferProps {
  dirty: boolean;
}

export const TransferMenu = ({ layer, look, dirty, ...rest }: TransferMenuProps) => {
  const t = useTranslations('map.tools.styling.transfer');
  const copied = useStyling((s) => s.copied);
  const copy = useStyling((s) => s.copy);
  const others = useTool((s) => s.layers).filter(
    (l) => l.id !== layer.id && l.type >= LAYER_TYPES.point && l.type <= LAYER_TYPES.polygon,
  );
  const [choosing, setChoosing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { applyLook, importFile, exportFile } = useTransfer({ layer, ...rest });

  return (
    <>
      <Menu withinPortal position="bottom-end" shadow="md">
        <Menu.Target>
          <IconButton label={t('title')} variant="default" size={32}>
            <IconDots size={18} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            onClick={() => {
              copy(layer.label, { style: look.style, labels: look.labels });
              toast({ type: 'info', message: t('copied', { label: layer.label }) });
            }}
          >
            {t('copy')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconClipboard size={16} />}
            disabled={copied === null}
            onClick={() => copied && applyLook(copied.from, copied.look)}
          >
            {copied ? t('pasteOf', { label: copied.from }) : t('paste')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconStack2 size={16} />}
            disabled={others.length === 0}
            onClick={() => setChoosing(true)}
          >
            {t('fromLayer')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => input.current?.click()}>
            {t('import')}
          </Menu.Item>
          <ExportItems isDisabled={dirty} onExport={(format) => void exportFile(format)} />
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={t('import')}
        accept=".sld,.qml,.xml"
        onChange={(event) => {
          void importFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {choosing && (
        <LayerChoice
          layers={others}
          onChoose={(other) => applyLook(other.label, other.layer.config)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
};

/** What a file could not say, or said and we cannot draw. */
export const Warnings = ({ of, warnings, onClose }: TransferNote & { onClose: () => void }) => {
  const t = useTranslations('map.tools.styling.transfer');
  return (
    <Alert
      color={warnings.length > 0 ? 'yellow' : 'green'}
      title={t(warnings.length > 0 ? 'warned' : 'clean', { name: of })}
      withCloseButton
      closeButtonLabel={t('dismiss')}
      onClose={onClose}
    >
      {warnings.length > 0 && (
        <List size="sm">
          {warnings.map(({ code, where }) => (
            <List.Item key={`${code}/${where}`}>
              {t(`codes.${code}`)}
              {where && (
                <>
                  {' '}
                  <bdi>({where})</bdi>
                </>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
};
