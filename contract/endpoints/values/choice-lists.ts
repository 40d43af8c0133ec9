// Lists of choices that several forms share, and those that come with the product.
import { z } from 'zod';
import { del, get, patch, post } from '../../define';
import { Done, page, pageQuery } from '../../schemas/common';
import { ChoiceSchema, MAX_CHOICES } from '../../schemas/form';

const builders = { any: [{ module: 1 }, { module: 2 }] };
const label = z.string().trim().min(1).max(200);
const items = z.array(ChoiceSchema).min(1).max(MAX_CHOICES);

/** `layers`: those whose forms have the list, as far as the caller sees them. */
const ChoiceList = z.object({
  id: z.number(),
  label: z.string(),
  items: z.array(ChoiceSchema),
  layers: z.array(z.object({ id: z.number(), label: z.string() })),
});
/** `usage`: layers whose forms have the list. */
const ChoiceListRow = z.object({ id: z.number(), label: z.string(), count: z.number().int(), usage: z.number().int() });
export type ChoiceList = z.infer<typeof ChoiceList>;

export const choiceLists = {
  list: get('choicelist/', {
    query: pageQuery(['label', 'id'] as const).extend({ search: z.string().max(200).optional() }),
    ok: page(ChoiceListRow),
    needs: builders,
    reads: ['choicelist', 'layer'],
    beyond: true,
    example: { query: { search: 'a' } },
  }),
  one: get('choicelist/:id/', {
    ok: ChoiceList,
    needs: builders,
    reads: ['choicelist'],
    beyond: true,
    example: { params: { id: 'choiceList' } },
  }),
  create: post('choicelist/', {
    body: z.strictObject({ label, items }),
    ok: ChoiceList,
    needs: builders,
    touches: ['choicelist'],
    beyond: true,
    example: { body: { label: 'list', items: ['a', { value: 'b', label: 'B' }] } },
  }),
  /**
   * Send the ETag in If-Match. The items come into every form that has the list; one that goes stays there as retired, since records may
   * have it. Layers with many records follow in a job of their own.
   */
  edit: patch('choicelist/:id/', {
    body: z.strictObject({ label: label.optional(), items: items.optional() }),
    ok: ChoiceList,
    needs: builders,
    touches: ['choicelist', 'layer'],
    beyond: true,
    example: { params: { id: 'choiceList' }, body: { label: 'list' } },
  }),
  /** Forms keep the choices that they have. */
  remove: del('choicelist/:id/', {
    ok: Done,
    needs: builders,
    touches: ['choicelist', 'layer'],
    beyond: true,
    example: { params: { id: 'choiceList' } },
  }),
  /** Provinces of Iran, counties by province, cities by county: to be copied into forms, one below the other. */
  ready: get('choicelist/ready/', {
    ok: z.array(z.object({ name: z.enum(['province', 'county', 'city']), items: z.array(ChoiceSchema) })),
    needs: builders,
    beyond: true,
    example: {},
  }),
};
