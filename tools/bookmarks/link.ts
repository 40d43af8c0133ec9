// The whole state of the map as an address. The part behind the address never reaches a server.
import { z } from 'zod';
import { mapLink as linkTo, unpackMapLink } from '@/lib/routes/map-link';
import { type MapEnv, readEnv } from '@/map/state/env';

const Sent = z.object({ env: z.unknown(), labels: z.record(z.string(), z.string()).catch({}) });

export interface SharedMap {
  env: MapEnv;
  /** Names of the layers that were shown, so that a reader can be told which of them they may not see. */
  labels: Readonly<Record<string, string>>;
}

/** Only what is shown travels: layers that are hidden stay unnamed. */
export function mapLink(origin: string, env: MapEnv, labelOf: (layer: number) => string | undefined): string {
  const hidden = new Set(env.layers.hidden);
  const order = env.layers.order.filter((id) => !hidden.has(id));
  const visibleOf = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(values).filter(([id]) => !hidden.has(Number(id))));
  const { opacity, off } = env.layers;
  const shared: SharedMap = {
    env: { ...env, layers: { order, hidden: [], opacity: visibleOf(opacity), off: visibleOf(off) } },
    labels: Object.fromEntries(order.map((id) => [id, labelOf(id) ?? ''])),
  };
  return linkTo(origin, shared);
}

/** What a link asks for; null where the address holds no map, or a broken one. */
export function readMapLink(hash: string): SharedMap | null {
  const link = Sent.safeParse(unpackMapLink(hash));
  const env = link.success ? readEnv(link.data.env) : null;
  return env && link.data ? { env, labels: link.data.labels } : null;
}

/** The names of the layers that a link shows and the reader has not. */
export const missingLayers = ({ env, labels }: SharedMap, there: ReadonlySet<number>): string[] =>
  env.layers.order.filter((id) => !there.has(id)).map((id) => labels[id] || String(id));
