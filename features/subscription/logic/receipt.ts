// A receipt of one payment as a sheet on paper. Pure.
import type { Purchase } from '@/contract/schemas/subscription';
import type { RecordSheet } from '@/map';

export interface ReceiptTexts {
  title: string;
  /** The name of the deployment. */
  place: string;
  buyer: string;
  plan: string;
  date: (iso: string) => string;
  rials: (amount: number) => string;
  toman: (amount: number) => string;
  /** What was paid in words. */
  words: (amount: number) => string;
  heading: (part: 'purchase' | 'amounts') => string;
  label: (row: 'buyer' | 'plan' | 'ordered' | 'paid' | 'number' | 'reference' | 'price' | 'discount' | 'amount' | 'toman' | 'words') => string; // biome-ignore format: one list
}

/** What stands on the receipt of a payment that has arrived. */
export function receiptOf(purchase: Purchase, t: ReceiptTexts): RecordSheet {
  const { id, price, discount, amount, created, settled, ref_id } = purchase;
  const row = (name: Parameters<ReceiptTexts['label']>[0], value: string) => ({ label: t.label(name), value });
  return {
    id: 0,
    kicker: t.place,
    title: t.title,
    parts: [
      {
        heading: t.heading('purchase'),
        rows: [
          row('buyer', t.buyer),
          row('plan', t.plan),
          row('ordered', t.date(created)),
          ...(settled ? [row('paid', t.date(settled))] : []),
          row('number', id),
          ...(ref_id ? [row('reference', ref_id)] : []),
        ],
      },
      {
        heading: t.heading('amounts'),
        rows: [
          row('price', t.rials(price)),
          ...(discount > 0 ? [row('discount', t.rials(discount))] : []),
          row('amount', t.rials(amount)),
          row('toman', t.toman(amount)),
          row('words', t.words(amount)),
        ],
      },
    ],
    lists: [],
    geometry: null,
    pictures: [],
  };
}
