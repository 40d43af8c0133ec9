// The map as it stands, as plain data: for kept arrangements, bookmarks and links. Read leniently, since it may come from another version.
import { z } from 'zod';
import { useBase } from './base';
import { type Arrangement, arrangementOf, useLayers } from './layers';
import { useSelection } from './selection';
import { useView } from './view';

const Ids = z.array(z.number()).catch([]);
const Kept = z.object({
  layers: z.object({
    order: Ids,
    hidden: Ids,
    opacity: z.record(z.string(), z.number()).catch({}),
    off: z.record(z.string(), z.array(z.string())).catch({}),
  }),
  base: z.string().optional().catch(undefined),
  view: z
    .object({ center: z.tuple([z.number(), z.number()]), zoom: z.number(), bearing: z.number().optional() })
    .optional()
    .catch(undefined),
  selection: z.object({ layer: z.number(), ids: Ids }).nullish().catch(undefined),
});

export interface MapEnv {
  layers: Arrangement;
  base?: string | undefined;
  view?: { center: [number, number]; zoom: number; bearing?: number | undefined } | undefined;
  selection?: { layer: number; ids: number[] } | null | undefined;
}

/** Records of a selection that travel with the map; more are a table. */
const MAX_SELECTED = 500;

/** The map as it is now. */
export function getEnv(): MapEnv {
  const view = useView.getState().view;
  const { layer, ids } = useSelection.getState();
  return {
    layers: arrangementOf(useLayers.getState()),
    base: useBase.getState().base ?? undefined,
    ...(view
      ? {
          view: {
            center: [view.center[0], view.center[1]],
            zoom: view.zoom,
            ...(view.bearing ? { bearing: view.bearing } : {}),
          },
        }
      : {}),
    ...(layer === null ? {} : { selection: { layer, ids: ids.slice(0, MAX_SELECTED) } }),
  };
}

/** The data as an arrangement; null where it is none. */
export const readEnv = (data: unknown): MapEnv | null => {
  const read = Kept.safeParse(data);
  return read.success ? read.data : null;
};

/** Arranges layers, base map and selection as kept; returns the view to go to, if there is one. */
export function applyEnv({ layers, base, view, selection }: MapEnv): MapEnv['view'] | null {
  useLayers.getState().arrange(layers);
  if (base) useBase.getState().setBase(base);
  if (selection) useSelection.getState().select(selection.layer, selection.ids);
  return view ?? null;
}
