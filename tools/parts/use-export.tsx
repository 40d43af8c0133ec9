// Downloads records of a layer in a format; what the format loses is told and accepted first.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { type ExportOrder, OUT_FORMAT_IDS } from '@/contract/schemas/export';
import type { Field } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { downloadRecords } from '@/lib/api/download';

export type OutFormat = (typeof OUT_FORMAT_IDS)[number];

/** Formats that hold no shapes. */
const TABLE_FORMATS: readonly string[] = ['csv', 'xlsx'];

const hasCodes = ({ type, choices = [] }: Field) =>
  type === 'reference' || choices.some(({ value, label }) => value !== label);

/** `filter`: filters of the records' list; all records without it. */
export function useExport(layer: Layer, filter?: ExportOrder['filter']) {
  const t = useTranslations('map.export');
  const text = useErrorText();
  const { confirm } = useDialogs();
  const [isBusy, setBusy] = useState(false);
  const [codes, setCodes] = useState(false);
  const run = async (format: OutFormat) => {
    setBusy(true);
    try {
      await downloadRecords(
        layer.id,
        { format, ...(filter ? { filter } : {}), ...(codes ? { codes } : {}) },
        (losses) =>
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
  return {
    formats: OUT_FORMAT_IDS.filter((id) => layer.type > 0 || TABLE_FORMATS.includes(id)),
    run,
    isBusy,
    /** Whether choices leave by their values; null where these are what they are called. */
    codes: layer.config.form.some(hasCodes) ? codes : null,
    setCodes,
  };
}
