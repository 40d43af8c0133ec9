// What can be done with many rows at once: mark all that the filters leave, see them on the map, carry them to a spreadsheet.
'use client';
import { useTranslations } from 'next-intl';
import { type ClipboardEvent, useRef, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import type { Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import { type LayerRecord, MAX_PER_CALL, type RecordQuery } from '@/contract/schemas/record';
import { readIds, readPage } from '@/lib/api/read-records';
import { useFormat } from '@/lib/i18n/use-format';
import type { Column } from '../logic/columns';
import { rowsText } from '../logic/rows-text';
import { useColumnLabel } from './table-head';
import { useCellText } from './use-cell-text';

/** Records whose shapes are looked at to bring them into view, and rows that are copied. */
const MAX_READ = 1000;

export interface WholeSelection {
  /** All records of the layer are marked, and their ids are on their way. */
  isMarked: boolean;
  mark: () => void;
  /** Their ids, or null where they did not come: then what was selected before is so again. Nothing where something else is by now. */
  settle: (ids: number[] | null) => void;
}

export interface TableActionsInput {
  layer: Layer;
  request: RecordQuery;
  columns: readonly Column[];
  selected: readonly number[];
  onSelect: (ids: number[]) => void;
  /** Where the rows are the layer's records, all of them. */
  whole?: WholeSelection | undefined;
  recordOf: (id: number) => LayerRecord | undefined;
  onZoom?: ((shapes: Geometry[]) => void) | undefined;
}

/** Selects what the filters leave, up to what one call names. */
function useSelectAll({ layer, request, selected, onSelect, whole }: TableActionsInput) {
  const t = useTranslations('records.actions');
  const { number } = useFormat();
  const latest = useRef(selected);
  latest.current = selected;
  return async () => {
    whole?.mark();
    const { ids, capped } = await readIds(layer.config.form, request).catch((error: unknown) => {
      whole?.settle(null);
      throw error;
    });
    if (whole) whole.settle(ids);
    else if (latest.current === selected) onSelect(ids);
    // Whoever selected something else meanwhile keeps that.
    else return;
    if (capped) toast({ type: 'warning', message: t('tooMany', { max: number(MAX_PER_CALL) }) });
  };
}

export function useTableActions(input: TableActionsInput) {
  const { layer, request, columns, selected, recordOf, onZoom } = input;
  const t = useTranslations('records.actions');
  const { number } = useFormat();
  const errorText = useErrorText();
  const labelOf = useColumnLabel();
  const cellText = useCellText();
  const [busy, setBusy] = useState(false);
  const selectAll = useSelectAll(input);
  const { form } = layer.config;

  const guarded = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  const readSelected = () =>
    readPage(form, { layer: layer.id, ids: selected.slice(0, MAX_READ).join() } as unknown as RecordQuery, {
      limit: MAX_READ,
      offset: 0,
    });
  const textOf = (records: readonly LayerRecord[]) =>
    rowsText([columns.map(labelOf), ...records.map((record) => columns.map((column) => cellText(column, record)))]);
  const copied = (n: number) =>
    toast({
      type: 'success',
      message:
        n < selected.length
          ? t('copiedPart', { n: number(n), all: number(selected.length) })
          : t('copied', { count: n, n: number(n) }),
      id: 'copied',
    });

  return {
    busy,
    selectAll: () => guarded(selectAll),
    /** Gives all ids that the filters leave; where they are too many for one call, `many` is for them. */
    allIds: (then: (ids: number[]) => void, many: () => void) =>
      guarded(async () => {
        const { ids, capped } = await readIds(form, request);
        if (capped) many();
        else if (ids.length > 0) then(ids);
      }),
    zoom: () =>
      guarded(async () => {
        const { results } = await readSelected();
        onZoom?.(results.flatMap(({ geometry }) => geometry ?? []));
      }),
    /** Rows that were read go at once; others are fetched where the browser allows a late copy. */
    onCopy: (event: ClipboardEvent) => {
      if (event.target !== event.currentTarget || selected.length === 0) return;
      event.preventDefault();
      const loaded = selected.flatMap((id) => recordOf(id) ?? []);
      const late = navigator.clipboard as Clipboard | undefined;
      event.clipboardData.setData('text/plain', textOf(loaded));
      if (loaded.length === selected.length || !late) return void copied(loaded.length);
      void guarded(async () => {
        const { results } = await readSelected();
        await late.writeText(textOf(results));
        copied(results.length);
      });
    },
  };
}
