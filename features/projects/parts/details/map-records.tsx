// Which records of a project its map shows: of one of its layers, by status, as far as they lie in what is seen.
'use client';
import { Checkbox, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { api } from '@/contract/index';
import type { Extent } from '@/contract/schemas/common';
import type { Project } from '@/contract/schemas/project';
import type { RecordQuery } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { type PlainView, SetSwatch } from '@/map';
import { boxText, isWithin, MAX_RECORDS, RECORD_LOOKS, recordSets, wider } from '../../logic/map-records';
import { GROUPS, type Group } from '../../logic/progress-charts';
import own from './details.module.css';

export function useMapRecords(project: Project) {
  const layers = project.layers_detail ?? [];
  const [layer, setLayer] = useState<number | null>(layers[0]?.id ?? null);
  const [hidden, setHidden] = useState<ReadonlySet<Group>>(new Set());
  const [box, setBox] = useState<Extent | null>(null);
  const onView = ({ extent }: PlainView) => setBox((now) => (now && isWithin(extent, now) ? now : wider(extent)));
  const query = { layer: layer ?? 1, project: project.id, limit: MAX_RECORDS, order: '-modified_date', ...(box ? { geometry: boxText(box) } : {}) } as unknown as RecordQuery; // biome-ignore format: one query
  const read = useRead(api.records.list, { query }, { enabled: layer !== null && box !== null, keep: true });
  const records = useMemo(() => (layer === null ? [] : (read.data?.results ?? [])), [read.data, layer]);
  const sets = useMemo(() => recordSets(records, hidden), [records, hidden]);
  const toggle = (group: Group) =>
    setHidden((now) => new Set(now.has(group) ? [...now].filter((one) => one !== group) : [...now, group]));
  const rest = layer === null ? 0 : Math.max(0, (read.data?.count ?? 0) - records.length);
  return { layers, layer, setLayer, hidden, toggle, sets, onView, rest, error: layer === null ? null : read.error };
}
export type MapRecords = ReturnType<typeof useMapRecords>;

export function RecordLayerSelect({ layers, layer, setLayer }: MapRecords) {
  const t = useTranslations('projects.mapRecords');
  if (layers.length === 0) return null;
  return (
    <Select
      aria-label={t('layer')}
      placeholder={t('none')}
      value={layer === null ? null : String(layer)}
      clearable
      data={layers.map(({ id, label }) => ({ value: String(id), label }))}
      onChange={(value) => setLayer(value === null ? null : Number(value))}
    />
  );
}

/** The statuses in the legend, each of them a switch. */
export function RecordLegend({ layer, hidden, toggle, rest, error }: MapRecords) {
  const t = useTranslations('projects');
  const { number } = useFormat();
  const errorText = useErrorText();
  if (layer === null) return null;
  return (
    <>
      <ul aria-label={t('mapRecords.legend')}>
        {GROUPS.map((group) => (
          <li key={group}>
            <Checkbox
              size="xs"
              checked={!hidden.has(group)}
              onChange={() => toggle(group)}
              label={
                <span className={own.swatch}>
                  <SetSwatch {...RECORD_LOOKS[group]} />
                  {t(`progress.groups.${group}`)}
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {(rest > 0 || error) && (
        <p role="status">{error ? errorText(error) : t('mapRecords.rest', { n: number(MAX_RECORDS) })}</p>
      )}
    </>
  );
}
