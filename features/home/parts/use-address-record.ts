// An address with ?layer, ?group and ?record leads there once, when the map stands and the layers are known: the layers that it names, one
// or several with commas between, or those of a group, come on top, shown and unfolded, and into view unless a tool of the open map asks for them.
'use client';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import type { Extent } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { type MapHandle, useLayers, useMap, useMapReady, useTool } from '@/map';
import { useListState } from '../logic/list-state';

/** Puts layers on top in their order, shown and unfolded. */
function showLayers(layers: readonly Layer[]): void {
  const { setVisible, move } = useLayers.getState();
  setVisible(
    layers.map(({ id }) => id),
    true,
  );
  for (const { id, group_layer } of layers.toReversed()) {
    move(id, 0);
    useListState.getState().reveal(id, group_layer);
  }
}

function fitLayers(layers: readonly Layer[], map: MapHandle): void {
  const extents = layers.flatMap(({ extent }) => (extent ? [extent] : []));
  if (extents.length > 0) map.fitExtent(union(extents));
}

const union = (extents: readonly Extent[]): Extent => [
  Math.min(...extents.map(([west]) => west)),
  Math.min(...extents.map(([, south]) => south)),
  Math.max(...extents.map(([, , east]) => east)),
  Math.max(...extents.map(([, , , north]) => north)),
];

/** The layers that an address names, in drawing order; null until all have come: one that has just been made comes with the next list. */
function namedLayers(params: URLSearchParams, layers: readonly Layer[], groups: readonly LayerGroup[]): Layer[] | null {
  const group = groups.find(({ id }) => id === Number(params.get('group')));
  if (!group && params.has('group')) return null;
  const ids = group ? group.layer : layerIdsOf(params);
  const named = ids.flatMap((id) => layers.find((layer) => layer.id === id) ?? []);
  return named.length === ids.length ? named : null;
}
const layerIdsOf = (params: URLSearchParams) => (params.get('layer') ?? '').split(',').map(Number).filter(Boolean);

/** `onRecord`: the address names a record; one that names a layer alone is carried out here. */
export function useAddressRecord(
  layers: readonly Layer[],
  groups: readonly LayerGroup[],
  onRecord: (id: number) => void,
): void {
  const map = useMap();
  const ready = useMapReady();
  const params = useSearchParams();
  // The arrangement with which the map opens would hide a layer that it does not name.
  const isArranged = useLayers((s) => s.arranged);
  const done = useRef('');
  // A tool that is opened from the map itself works at the place that is in view.
  const isOpen = useRef(false);
  useEffect(() => {
    const recordId = Number(params.get('record'));
    const tool = params.get('tool') ?? '';
    const address = ['layer', 'group', 'record', 'tool'].map((name) => params.get(name) ?? '').join('/');
    if (!ready || layers.length === 0 || done.current === address) return;
    if (address === '///') {
      isOpen.current = true;
      return;
    }
    const named = namedLayers(params, layers, groups);
    // A layer that has just been made comes with the next list.
    if (!recordId && !(named && isArranged)) return;
    done.current = address;
    // Its table and what is drawn next are this layer's.
    if (named?.[0]) useTool.getState().setTarget(named[0].id);
    if (recordId) onRecord(recordId);
    else if (named) {
      showLayers(named);
      if (!tool || !isOpen.current) fitLayers(named, map);
    }
    isOpen.current = true;
    if (tool === 'draw' || tool === 'identify') useTool.getState().activate(tool);
  });
}
