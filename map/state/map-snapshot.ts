// What the map shows now, as it was handed in: for tools that draw it once more in another place.
import { create } from 'zustand';
import type { MapSnapshot } from '../types';

interface MapSnapshotState {
  snapshot: MapSnapshot | null;
}

export const useMapSnapshot = create<MapSnapshotState>()(() => ({ snapshot: null }));
