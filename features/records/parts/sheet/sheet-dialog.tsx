// Prints records as sheets: what stands on them, how far it is, and a stop.
'use client';
import { Button, Checkbox, Group, Progress, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Dialog } from '@/components/layout/dialog';
import type { Layer } from '@/contract/schemas/layer';
import { saveFile } from '@/lib/api/download';
import { useRelations } from '@/lib/api/use-relations';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { printRecords, toMapLayers } from '@/map';
import { readSheets, type SheetContent } from './read-sheets';

/** Records of one document. */
export const MAX_SHEETS = 200;
const NO_SWITCHES = { order: [], hidden: new Set<number>(), opacity: new Map(), off: new Map() };
/** Characters that some system does not take in a file's name. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]+/gu;

export interface SheetDialogProps {
  layer: Layer;
  /** At most MAX_SHEETS are printed. */
  ids: readonly number[];
  onClose: () => void;
}

function usePrinting(layer: Layer, ids: readonly number[], onDone: () => void) {
  const t = useTranslations('records.sheet');
  const { lang, number, digits, date } = useFormat();
  const value = useValueText();
  const tabs = useRelations(layer.id, true);
  const [count, setCount] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (content: SheetContent) => {
    const control = new AbortController();
    running.current = control;
    setFailure(null);
    setCount(0);
    try {
      const texts = {
        value,
        untitled: (id: number) => t('untitled', { id: digits(id) }),
        none: t('none'),
        more: (n: number) => t('more', { n: number(n) }),
      };
      const today = date(new Date().toISOString(), 'date');
      const blob = await printRecords(
        {
          sheets: readSheets(ids, { layer, tabs, content, texts, signal: control.signal }),
          layers: layer.type > 0 ? toMapLayers([layer], NO_SWITCHES) : [],
          lang: lang === 'fa' ? 'fa' : 'en',
          title: layer.label,
          note: (attribution) => [today, content.map ? attribution : ''].filter(Boolean).join(' · '),
          page: (page, of) => t('page', { page: number(page), of: number(of) }),
          pictures: t('pictures'),
        },
        setCount,
        control.signal,
      );
      saveFile(blob, `${layer.label.replace(FORBIDDEN, ' ').trim() || t('file')}.pdf`);
      toast({ type: 'success', message: t('ready', { n: number(ids.length) }) });
      onDone();
    } catch (error) {
      if (!control.signal.aborted) setFailure(error);
    } finally {
      running.current = null;
      setCount(null);
    }
  };
  return { count, failure, hasRelations: tabs.length > 0, start, stop: () => running.current?.abort() };
}

export default function SheetDialog({ layer, ids, onClose }: SheetDialogProps) {
  const t = useTranslations('records.sheet');
  const { number } = useFormat();
  const errorText = useErrorText();
  const printed = ids.slice(0, MAX_SHEETS);
  const { count, failure, hasRelations, start, stop } = usePrinting(layer, printed, onClose);
  const [content, setContent] = useState<SheetContent>({ map: layer.type > 0, pictures: true, related: true });
  const isBusy = count !== null;
  const box = (key: keyof SheetContent) => (
    <Checkbox
      label={t(`content.${key}`)}
      checked={content[key]}
      disabled={isBusy}
      onChange={(event) => setContent({ ...content, [key]: event.currentTarget.checked })}
    />
  );
  return (
    <Dialog opened onClose={onClose} title={t('title', { n: number(printed.length) })} closeOnClickOutside={!isBusy}>
      <Stack gap="md">
        <Stack gap="xs" role="group" aria-label={t('content.title')}>
          {layer.type > 0 && box('map')}
          {box('pictures')}
          {hasRelations && box('related')}
        </Stack>
        {ids.length > MAX_SHEETS && (
          <Callout>{t('capped', { max: number(MAX_SHEETS), n: number(ids.length) })}</Callout>
        )}
        {failure !== null && <Callout kind="refusal">{errorText(failure)}</Callout>}
        {isBusy && (
          <div role="status">
            <span>{t('progress', { n: number(count), of: number(printed.length) })}</span>
            <Progress value={(100 * count) / printed.length} mt="xs" aria-label={t('progressLabel')} />
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          {isBusy ? (
            <Button variant="default" onClick={stop}>
              {t('stop')}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button data-autofocus leftSection={<IconPrinter size={16} />} onClick={() => void start(content)}>
                {t('start')}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
