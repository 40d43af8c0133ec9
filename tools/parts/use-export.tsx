// What an export shall hold, how many records that are, what is lost; and its start, at once or in the background.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { hasNoValue } from '@/contract/fields';
import { CRS_FORMAT_IDS, type ExportOrder, MAX_DIRECT_EXPORT, OUT_FORMAT_IDS } from '@/contract/schemas/export';
import type { Field } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { downloadArchive, downloadRecords } from '@/lib/api/download';
import { useRead } from '@/lib/api/hooks';
import { useJobs } from '@/lib/state/jobs';

export type OutFormat = (typeof OUT_FORMAT_IDS)[number];
export type ExportScope = 'chosen' | 'filtered' | 'all';
export type ExportContent = 'records' | 'files' | 'images';

export interface ExportScopes {
  /** Filters of the records' list that leave what is selected, and what the list shows. */
  selection?: ExportOrder['filter'] | undefined;
  filter?: ExportOrder['filter'] | undefined;
}

/** Formats for a layer without shapes. */
const TABLE_FORMATS: readonly string[] = ['csv', 'xlsx', 'gpkg'];
export const takesCrs = (format: OutFormat): boolean => (CRS_FORMAT_IDS as readonly string[]).includes(format);

const hasCodes = ({ type, choices = [] }: Field) =>
  type === 'reference' || choices.some(({ value, label }) => value !== label);

const isEmpty = (filter: ExportOrder['filter']) => !filter || Object.keys(filter).length === 0;

interface Choice {
  scope: ExportScope;
  content: ExportContent;
  format: OutFormat;
  codes: boolean;
  related: boolean;
  fields: string[];
  srid: number;
  encoding: 'UTF-8' | 'CP1256';
}

/** What a choice orders, as far as its format knows it. */
const orderOf = (
  { format, codes, related, fields, srid, encoding }: Choice,
  filter: ExportOrder['filter'],
): ExportOrder => ({
  format,
  ...(isEmpty(filter) ? {} : { filter }),
  ...(codes ? { codes } : {}),
  ...(related && format === 'gpkg' ? { related } : {}),
  ...(fields.length > 0 ? { fields } : {}),
  ...(takesCrs(format) && srid !== 4326 ? { srid } : {}),
  ...(format === 'shp' && encoding !== 'UTF-8' ? { encoding } : {}),
});

export function useExport(layer: Layer, { selection, filter }: ExportScopes, onDone: () => void) {
  const t = useTranslations('map.export');
  const text = useErrorText();
  const { confirm } = useDialogs();
  const watch = useJobs((state) => state.watch);
  const scopes: ExportScope[] = [
    ...(isEmpty(selection) ? [] : ['chosen' as const]),
    ...(isEmpty(filter) ? [] : ['filtered' as const]),
    'all',
  ];
  const [isBusy, setBusy] = useState(false);
  const [choice, setChoice] = useState<Choice>({
    scope: scopes[0] as ExportScope,
    content: 'records',
    format: layer.type > 0 ? 'geojson' : 'csv',
    codes: false,
    related: false,
    fields: [],
    srid: 4326,
    encoding: 'UTF-8',
  });
  const { scope, format } = choice;
  const scopeFilter = scope === 'chosen' ? selection : scope === 'filtered' ? filter : undefined;
  const order = orderOf(choice, scopeFilter);
  // Another upstream may not know the call: then the losses are told when the file is asked for.
  const losses = useRead(api.exports.losses, { params: { id: layer.id }, body: order }, { keep: true, staleTime: 10_000 }); // biome-ignore format: one call
  const count = losses.data?.count;
  // Another format's answer stands here until the new one is there.
  const relatedLayers = format === 'gpkg' ? losses.data?.related : undefined;
  const all = (count ?? 0) + (relatedLayers ?? []).reduce((sum, one) => sum + (one.count ?? 0), 0);
  const isLarge = choice.content === 'records' && all > MAX_DIRECT_EXPORT;

  const start = async () => {
    setBusy(true);
    try {
      if (choice.content !== 'records') downloadArchive(layer.id, choice.content, order.filter ?? {});
      else if (isLarge) {
        const job = await call(api.exports.start, { params: { id: layer.id }, body: order });
        watch(job.id);
        toast({ type: 'success', message: t('started') });
      } else {
        const isRead = (sentence: string) => losses.data?.warnings.includes(sentence) === true;
        await downloadRecords(layer.id, order, async (sentences) =>
          sentences.every(isRead)
            ? true
            : confirm({
                title: t('lossTitle', { format: t(`formats.${format}`) }),
                text: sentences.join(' '),
                confirm: t('lossAccept'),
              }),
        );
      }
      onDone();
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    } finally {
      setBusy(false);
    }
  };
  return {
    choice,
    change: (next: Partial<typeof choice>) => setChoice((now) => ({ ...now, ...next })),
    scopes,
    formats: OUT_FORMAT_IDS.filter((id) => layer.type > 0 || TABLE_FORMATS.includes(id)),
    fields: layer.config.form.filter((field) => !hasNoValue(field)),
    hasCodes: layer.config.form.some(hasCodes),
    losses,
    /** The layers that can come along; undefined where there are no relations, or where the format holds none. */
    related: relatedLayers,
    isLarge,
    isBusy,
    start,
  };
}
