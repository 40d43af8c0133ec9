// Puts another look in place of the one that is edited, and writes it to a file: what the menu's items do.
'use client';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { StyleFormat, StyleWarning } from '@/contract/schemas/style';
import { call } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';
import type { Look } from '@/map/state/styling';
import { fitLook } from './logic/looks';
import type { LookProps } from './use-look';

/** Bytes that the server takes. */
const MAX_BYTES = 1_000_000;

export interface TransferNote {
  /** What the warnings are about: a file's name. */
  of: string;
  warnings: readonly StyleWarning[];
}

export interface TransferProps extends Omit<LookProps, 'look'> {
  /** A whole other look was put in place: editors begin anew. */
  onReplaced: () => void;
  onNote: (note: TransferNote | null) => void;
}

export const useTransfer = ({ layer, change, onReplaced, onNote }: TransferProps) => {
  const t = useTranslations('map.tools.styling.transfer');
  const text = useErrorText();

  const applyLook = (from: string, other: Pick<Look, 'style' | 'labels'>) => {
    const { lost, ...fits } = fitLook(other, layer.type, layer.config.form);
    change(fits);
    onNote(null);
    onReplaced();
    toast({
      type: lost.length > 0 ? 'warning' : 'info',
      message: lost.length > 0 ? t(lost.length > 1 ? 'lostBoth' : lost[0] === 'style' ? 'lostStyle' : 'lostLabels', { label: from }) : t('taken', { label: from }), // biome-ignore format: one line
    });
  };

  const importFile = async (file: File | undefined) => {
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

  const exportFile = async (format: StyleFormat) => {
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

  return { applyLook, importFile, exportFile };
};
