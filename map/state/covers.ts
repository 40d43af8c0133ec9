// What floats over the map, in pixels of it: labels of layers stand beside it.
import { create } from 'zustand';
import type { WindowBox } from '../geo/grid-names';

export const useCovers = create<{ boxes: readonly WindowBox[] }>()(() => ({ boxes: [] }));
