// Imports and exports looks: from another layer, by the clipboard of this tool, as SLD and QML files.
'use client';
import { Alert, List, Menu, Select } from '@mantine/core';
import { IconClipboard, IconCopy, IconDots, IconDownload, IconFileImport, IconStack2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { StyleFormat, StyleWarning } from '@/contract/schemas/style';
import { call } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';
import { type Look, useStyling } from '@/map/state/styling';
import { useTool } from '@/map/state/tool';
import { fitLook } from './logic/looks';
import type { LookProps } from './use-look';

/** Bytes that the server takes. */
const MAX_BYTES = 1_000_000;

/** Milliseconds, a little longer than the menu's own. */
const MENU_FADES = 250;

export interface TransferNote {
  /** What the warnings are about: a file's name. */
  of: string;
  warnings: readonly StyleWarning[];
}

interface TransferProps extends LookProps {
  dirty: boolean;
  /** A whole other look was put in place: editors begin anew. */
  onReplaced: () => void;
  onNote: (note: TransferNote | null) => void;
}

export const TransferMenu = ({ layer, look, change, dirty, onReplaced, onNote }: TransferProps) => {
  const t = useTranslations('map.tools.styling.transfer');
  const text = useErrorText();
  const copied = useStyling((s) => s.copied);
  const copy = useStyling((s) => s.copy);
  const others = useTool((s) => s.layers).filter(
    (l) => l.id !== layer.id && l.type >= LAYER_TYPES.point && l.type <= LAYER_TYPES.polygon,
  );
  const [choosing, setChoosing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);

  // The menu gives the focus back to its button when it has faded out; the field that it opened takes it after that.
  useEffect(() => {
    if (!choosing) return;
    const timer = setTimeout(() => chooser.current?.focus(), MENU_FADES);
    return () => clearTimeout(timer);
  }, [choosing]);

  const take = (from: string, other: Pick<Look, 'style' | 'labels'>) => {
    const { lost, ...fits } = fitLook(other, layer.type, layer.config.form);
    change(fits);
    onNote(null);
    onReplaced();
    toast({
      type: lost.length > 0 ? 'warning' : 'info',
      message: lost.length > 0 ? t(lost.length > 1 ? 'lostBoth' : lost[0] === 'style' ? 'lostStyle' : 'lostLabels', { label: from }) : t('taken', { label: from }), // biome-ignore format: one line
    });
  };

  const bring = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return void toast({ type: 'error', message: t('tooBig') });
    const format: StyleFormat = /\.qml$/i.test(file.name) ? 'qml' : 'sld';
    try {
      const content = await file.text();
      if (content.trim() === '') return void toast({ type: 'error', message: t('emptyFile') });
      const { style, labels, warnings } = await call(api.layers.setStyleFile, {
        params: { id: layer.id },
        body: { format, content, dry_run: true },
      });
      change({ style, labels });
      onReplaced();
      onNote({ of: file.name, warnings });
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };

  const give = async (format: StyleFormat) => {
    try {
      const { name, content, warnings } = await call(api.layers.styleFile, {
        params: { id: layer.id },
        query: { format },
      });
      saveFile(new Blob([content], { type: 'application/xml' }), name);
      onNote({ of: name, warnings });
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };

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
            onClick={() => copied && take(copied.from, copied.look)}
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
          {(['sld', 'qml'] as const).map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={16} />}
              disabled={dirty}
              onClick={() => void give(format)}
            >
              {t(dirty ? 'exportSaved' : 'export', { format: format.toUpperCase() })}
            </Menu.Item>
          ))}
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
          void bring(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {choosing && (
        <Select
          flex="1 0 100%"
          label={t('fromLayer')}
          data={others.map((l) => ({ value: String(l.id), label: l.label }))}
          value={null}
          searchable
          ref={chooser}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            setChoosing(false);
          }}
          onChange={(id) => {
            const other = others.find((l) => String(l.id) === id);
            if (other) take(other.label, other.layer.config);
            setChoosing(false);
          }}
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
