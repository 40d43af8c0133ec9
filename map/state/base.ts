// Which base map lies under everything; remembered in the browser.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { BaseMapProblem } from '@/lib/base-maps/archive';
import type { BaseMapOffer } from '@/lib/base-maps/files';
import { OSM, WORLD } from '../style/base';
import type { BaseMap, Lang, RasterBase, VectorBase } from '../types';

type Offer = Extract<BaseMapOffer, { tiles: string }>;
const drawable = ({ schema, night, ...map }: Omit<Offer, 'name'> & { name: string }): RasterBase | VectorBase =>
  schema === null ? { ...map, night } : { ...map, schema };

interface BaseState {
  /** The id of one of `maps`, or `none`; null while nobody has chosen. */
  base: string | null;
  /** What stands there while nobody has chosen; null until that is known. */
  defaultBase: string | null;
  /** Without its hues. */
  isGrey: boolean;
  /** True when its tiles could not be had and the world that comes with the product stands in for it; the choice itself stays. */
  failed: boolean;
  /** The base maps that there are, the first one being the default. */
  maps: readonly (RasterBase | VectorBase)[];
  /** Those of the configuration that cannot be had, and why. */
  broken: readonly { id: string; name: string; problem: BaseMapProblem }[];
  /** What there is beside the street map and the map's own; `defaultBase` as above. */
  setMaps(offers: readonly BaseMapOffer[], lang: Lang, defaultBase: string | null): void;
  setBase(base: string): void;
  setGrey(isGrey: boolean): void;
  setFailed(failed: boolean): void;
}

export const useBase = create<BaseState>()(
  persist(
    (set) => ({
      base: null,
      defaultBase: OSM.id,
      failed: false,
      isGrey: false,
      maps: [OSM, WORLD],
      broken: [],
      setMaps: (offers, lang, defaultBase) => {
        const list = offers.map(({ name, ...offer }) => ({
          ...offer,
          name: typeof name === 'string' ? name : name[lang],
        }));
        const usable = list.flatMap((map) => ('problem' in map ? [] : [drawable(map)]));
        set({
          defaultBase,
          maps: [OSM, ...usable, WORLD],
          broken: list.flatMap((map) => ('problem' in map ? [map] : [])),
        });
      },
      setBase: (base) => set({ base, failed: false }),
      setGrey: (isGrey) => set({ isGrey }),
      setFailed: (failed) => set({ failed }),
    }),
    {
      name: 'baseLayer',
      partialize: ({ base, isGrey }) => ({ base, isGrey }),
      version: 1,
      // Before there was a default that could be another one, the street map stood here unchosen.
      migrate: (before) => {
        const { base, ...rest } = before as Pick<BaseState, 'base' | 'isGrey'>;
        return { ...rest, base: base === OSM.id ? null : base };
      },
    },
  ),
);

/** All that can be chosen; those without a name have one in the messages. */
export const baseChoices = ({ maps }: Pick<BaseState, 'maps'>): { id: string; name: string | null }[] => [
  ...maps,
  { id: 'none', name: null },
];

/** The id of what is chosen, or of the default; null while that is not known. */
export const baseId = ({ base, defaultBase }: Pick<BaseState, 'base' | 'defaultBase'>): string | null =>
  base ?? defaultBase;

/** What is drawn now: the choice, or what stands in for it; an empty ground until the default is known. A choice that is no longer usable is the default. */
export const currentBase = (state: Pick<BaseState, 'base' | 'defaultBase' | 'failed' | 'maps'>): BaseMap => {
  const id = baseId(state);
  if (id === null || id === 'none') return 'none';
  const { maps, defaultBase, failed } = state;
  const choice = maps.find((map) => map.id === id) ?? maps.find((map) => map.id === defaultBase) ?? maps[0] ?? WORLD;
  return failed ? WORLD : choice;
};
