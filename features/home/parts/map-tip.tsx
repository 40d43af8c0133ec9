// The small text beside the pointer: the titles of the records under it.
'use client';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import type { Pixel, RecordHit } from '@/map';
import classes from './map-tip.module.css';

const MOST = 500;
const SHOWN = 4;

export function MapTip({ point, hits }: { point: Pixel; hits: readonly RecordHit[] }) {
  const ids = [...new Set(hits.map((h) => h.id))].slice(0, MOST);
  const read = useRead(
    api.records.values,
    { body: { ids } },
    { enabled: ids.length > 0, staleTime: 60_000, keep: true },
  );
  const titles = (read.data ?? []).filter((v) => ids.includes(v.id)).slice(0, SHOWN);
  if (titles.length === 0) return null;
  return (
    <div
      className={classes.tip}
      role="tooltip"
      style={{ transform: `translate(${point[0] + 12}px, ${point[1] + 12}px)` }}
    >
      {titles.map((v) => (
        <div key={v.id} dir="auto">
          {v.title}
        </div>
      ))}
    </div>
  );
}
