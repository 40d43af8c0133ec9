// The panel of a telephone, a sheet over the map: when it is up, and that what it is about stays in sight.
'use client';
import { useEffect, useRef, useState } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import { extentOf, useMap, useSketch, useTool } from '@/map';
import { useTables } from '../../logic/tables';

/** Milliseconds after which the sheet stands. */
const SHEET_STANDS = 250;

interface SheetSubject {
  phone: boolean;
  /** What the sheet is about: another value is another thing. */
  subject: string | number;
  shape: Geometry | null;
  /** A bar stands in the place of the sheet. */
  isFolded: boolean;
}

/** Whether the sheet was put up by hand; a tool or a form puts it up by itself. */
export function useSheet({ phone, subject, shape, isFolded }: SheetSubject): [boolean, (isUp: boolean) => void] {
  const map = useMap();
  const [isUp, setIsUp] = useState(false);

  // A table and the sheet lie in the same place: the one that was requested last is seen.
  const requestCount = useTables((s) => s.requestCount);
  const handled = useRef(requestCount);
  useEffect(() => {
    if (requestCount === handled.current) return;
    handled.current = requestCount;
    if (!phone) return;
    setIsUp(false);
    if (useSketch.getState().mode === 'none') useTool.getState().activate(null);
  }, [requestCount, phone]);

  // A sheet that comes up over what it is about brings that into what is left of the map.
  const latest = useRef(shape);
  latest.current = shape;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another thing opens, or the bar gives way
  useEffect(() => {
    if (!phone || isFolded) return;
    const timer = setTimeout(() => {
      const extent = latest.current && extentOf([latest.current]);
      if (!extent) return;
      const [west, south, east, north] = map.getExtent();
      const [x, y] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
      if (x < west || x > east || y < south || y > north) map.flyTo({ center: [x, y] });
    }, SHEET_STANDS);
    return () => clearTimeout(timer);
  }, [phone, subject, isFolded]);
  return [isUp, setIsUp];
}
