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
  /** The id of one of `maps`, or `none`. */
  base: string;
  /** Without its hues. */
  isGrey: boolean;
  /** True when its tiles could not be had and the world that comes with the product stands in for it; the choice itself stays. */
  failed: boolean;
  /** The base maps that there are, the first one being the default. */
  maps: readonly (RasterBase | VectorBase)[];
  /** Those of the configuration that cannot be had, and why. */
  broken: readonly { id: string; name: string; problem: BaseMapProblem }[];
  /** What the deployment offers beside the street map and the map's own. */
  setMaps(offers: readonly BaseMapOffer[], lang: Lang): void;
  setBase(base: string): void;
  setGrey(isGrey: boolean): void;
  setFailed(failed: boolean): void;
}

export const useBase = create<BaseState>()(
  persist(
    (set) => ({
      base: OSM.id,
      failed: false,
      isGrey: false,
      maps: [OSM, WORLD],
      broken: [],
      setMaps: (offers, lang) => {
        const list = offers.map(({ name, ...offer }) => ({
          ...offer,
          name: typeof name === 'string' ? name : name[lang],
        }));
        const usable = list.flatMap((map) => ('problem' in map ? [] : [drawable(map)]));
        set({ maps: [OSM, ...usable, WORLD], broken: list.flatMap((map) => ('problem' in map ? [map] : [])) });
      },
      setBase: (base) => set({ base, failed: false }),
      setGrey: (isGrey) => set({ isGrey }),
      setFailed: (failed) => set({ failed }),
    }),
    { name: 'baseLayer', partialize: ({ base, isGrey }) => ({ base, isGrey }) },
  ),
);

/** All that can be chosen; those without a name have one in the messages. */
export const baseChoices = ({ maps }: Pick<BaseState, 'maps'>): { id: string; name: string | null }[] => [
  ...maps,
  { id: 'none', name: null },
];

/** What is drawn now: the choice, or what stands in for it. A choice that is no longer usable is the default. */
export const currentBase = ({ base, failed, maps }: Pick<BaseState, 'base' | 'failed' | 'maps'>): BaseMap => {
  if (base === 'none') return base;
  const choice = maps.find(({ id }) => id === base) ?? maps[0] ?? WORLD;
  return failed ? WORLD : choice;
};
