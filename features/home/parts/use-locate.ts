// Brings a record into view.
'use client';
import type { LayerRecord } from '@/contract/schemas/record';
import { extentOf, useMap } from '@/map';

const CLOSE_ZOOM = 14;

/** Nothing happens for a record without a shape, or for none. */
export function useLocate() {
  const map = useMap();
  return (record: Pick<LayerRecord, 'geometry'> | null) => {
    const extent = record?.geometry && extentOf([record.geometry]);
    if (extent) map.fitExtent(extent, { maxZoom: CLOSE_ZOOM });
  };
}
