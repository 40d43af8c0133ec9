// What an arrangement of the map holds: the switches of the layers, the base map, and where one looked.
import { z } from 'zod';
import { type Arrangement, arrangementOf, useBase, useLayers, useView } from '@/map';

const Ids = z.array(z.number()).catch([]);

/** Read leniently: an arrangement may come from another version, and what it lacks stays as it is. */
const Kept = z.object({
  layers: z.object({
    order: Ids,
    hidden: Ids,
    opacity: z.record(z.string(), z.number()).catch({}),
    off: z.record(z.string(), z.array(z.string())).catch({}),
  }),
  base: z.string().optional().catch(undefined),
  view: z
    .object({ center: z.tuple([z.number(), z.number()]), zoom: z.number() })
    .optional()
    .catch(undefined),
});
export interface EnvData {
  layers: Arrangement;
  base?: string | undefined;
  view?: { center: [number, number]; zoom: number } | undefined;
}

/** The map as it is now, to be kept. */
export function envNow(): EnvData {
  const view = useView.getState().view;
  return {
    layers: arrangementOf(useLayers.getState()),
    base: useBase.getState().base,
    ...(view ? { view: { center: [view.center[0], view.center[1]], zoom: view.zoom } } : {}),
  };
}

/** Arranges the layers as kept; answers the view to go to, or null where it is none of ours. */
export function applyEnv(data: unknown): EnvData['view'] | null {
  const read = Kept.safeParse(data);
  if (!read.success) return null;
  const { layers, base, view } = read.data;
  useLayers.getState().arrange(layers);
  if (base) useBase.getState().setBase(base);
  return view ?? null;
}
