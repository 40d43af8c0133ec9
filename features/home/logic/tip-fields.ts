// Which fields a map tip shows, layer by layer: each person's own choice, stored among their items.
import { z } from 'zod';
import type { UserItem } from '@/contract/schemas/settings';

/** The word under which the choices are kept. */
export const TIP_ITEM = 'maptip';
/** More lines than this are no tip any more. */
export const MAX_TIP_FIELDS = 6;

const Kept = z.object({ layer: z.number().int(), fields: z.array(z.string()).max(MAX_TIP_FIELDS) });

export interface TipChoice {
  item: number;
  fields: readonly string[];
}

/** The choices by layer; of two for one layer the newer one counts. Items that are none of ours are passed over. */
export const tipChoices = (items: readonly UserItem[]): Map<number, TipChoice> =>
  new Map(
    [...items]
      .sort((a, b) => a.id - b.id)
      .flatMap(({ id, data }) => {
        const parsed = Kept.safeParse(data);
        return parsed.success ? [[parsed.data.layer, { item: id, fields: parsed.data.fields }] as const] : [];
      }),
  );
