// The small text beside the pointer: the records under it, each as its layer's template says.
'use client';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { useValueText } from '@/lib/i18n/use-value-text';
import type { Pixel, RecordHit } from '@/map';
import { TIP_ITEM, tipChoices } from '../logic/tip-fields';
import classes from './map-tip.module.css';

const MAX_IDS = 500;
const SHOWN = 4;

interface MapTipProps {
  point: Pixel;
  hits: readonly RecordHit[];
  layers: readonly Layer[];
}

export function MapTip({ point, hits, layers }: MapTipProps) {
  const text = useValueText();
  const ids = [...new Set(hits.map((h) => h.id))].slice(0, MAX_IDS);
  const read = useRead(
    api.records.values,
    { body: { ids } },
    { enabled: ids.length > 0, staleTime: 60_000, keep: true },
  );
  const settings = useRead(api.settings.items, { query: { type: TIP_ITEM } }, { staleTime: 300_000 });
  const choices = tipChoices(settings.data ?? []);
  const records = (read.data ?? []).filter((v) => ids.includes(v.id)).slice(0, SHOWN);
  if (records.length === 0) return null;
  return (
    <div
      className={classes.tip}
      role="tooltip"
      style={{ transform: `translate(${point[0] + 12}px, ${point[1] + 12}px)` }}
    >
      {records.map(({ id, layer, title, value }) => {
        const form = layers.find((l) => l.id === layer)?.config.form ?? [];
        const fields = (choices.get(layer)?.fields ?? []).flatMap((name) => form.find((f) => f.name === name) ?? []);
        return (
          <div key={id} className={classes.record}>
            {fields.length === 0 ? (
              <div dir="auto">{title}</div>
            ) : (
              fields.map((field) => (
                <div key={field.name}>
                  <span className={classes.label}>
                    <bdi>{field.label}</bdi>:
                  </span>{' '}
                  <bdi>{text(field, value[field.name]) || '—'}</bdi>
                </div>
              ))
            )}
          </div>
        );
      })}
    </div>
  );
}
