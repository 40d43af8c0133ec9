// The arithmetic of projections: proj4, fetched with the first system that needs it.
import type { Converter } from './coordinates-systems';

let loading: Promise<Converter> | null = null;

const isFinitePair = ([x, y]: readonly number[]): boolean => Number.isFinite(x) && Number.isFinite(y);

const load = async (): Promise<Converter> => {
  const { default: proj4 } = await import('proj4');
  const projections = new Map<string, { forward(p: number[]): number[]; inverse(p: number[]): number[] }>();
  const of = (definition: string) => {
    const projection = projections.get(definition) ?? proj4(definition);
    projections.set(definition, projection);
    return projection;
  };
  /** proj4 throws for definitions and places that it cannot work with. */
  const tried = (work: () => number[]): number[] | null => {
    try {
      const value = work();
      return isFinitePair(value) ? value : null;
    } catch {
      return null;
    }
  };
  return {
    forward: (definition, [lng, lat]) => {
      const position = tried(() => of(definition).forward([lng, lat]));
      return position && [position[0] ?? 0, position[1] ?? 0];
    },
    inverse: (definition, [x, y]) => {
      const position = tried(() => of(definition).inverse([x, y]));
      if (!position) return null;
      const [lng = 0, lat = 0] = position;
      return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [lng, lat] : null;
    },
  };
};

/** The same converter for everybody; a failed download is tried again by the next caller. */
export const loadConverter = (): Promise<Converter> => {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};
