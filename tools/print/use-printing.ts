// The work itself: pages to a job, the job's progress to the panel, the file to the reader. Leaving the panel stops it.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { saveFile } from '@/lib/api/download';
import { useFormat } from '@/lib/i18n/use-format';
import { print } from '@/map/print/job';
import { pixelsOf, sheetSize } from '@/map/print/paper';
import type { PrintPage } from './pages';
import { MAX_DOTS, type PrintSettings } from './settings';
import type { usePage } from './use-page';

/** Characters that some system does not take in a file's name, and marks that would turn it round. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

export const usePrinting = (
  settings: PrintSettings,
  { facts, faces, mapNow, pictures }: ReturnType<typeof usePage>,
  pages: readonly PrintPage[],
) => {
  const t = useTranslations('map.tools.print');
  const { lang, number } = useFormat();
  /** Pages done; null while nothing is printed. */
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const [width, height] = sheetSize(settings.paper, settings.landscape);
  const dots = pixelsOf(width, settings.dpi) * pixelsOf(height, settings.dpi) * pages.length;

  const start = async () => {
    const map = mapNow();
    if (running.current || !map || !faces || faces === 'failed' || pages.length === 0) return;
    const control = new AbortController();
    running.current = control;
    setDone(0);
    try {
      const title = facts.title || t('untitled');
      const { blob, missing } = await print(
        {
          format: settings.format,
          dpi: settings.dpi,
          ...map,
          pages,
          faces,
          title,
          lang: lang === 'fa' ? 'fa-IR' : 'en',
          images: pictures,
        },
        setDone,
        control.signal,
      );
      saveFile(blob, `${title.replace(FORBIDDEN, ' ').trim() || t('untitled')}.${settings.format}`);
      if (missing > 0) toast({ type: 'warning', message: t('missing', { count: number(missing) }) });
      else toast({ type: 'success', message: t('ready') });
    } catch (error) {
      if (control.signal.aborted) return;
      console.error(error);
      toast({ type: 'error', message: t('failed') });
    } finally {
      running.current = null;
      setDone(null);
    }
  };
  return { done, start, stop: () => running.current?.abort(), tooLarge: dots > MAX_DOTS };
};
