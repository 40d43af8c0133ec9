// The sheets of an XLSForm workbook as rows of texts, and what a form loses on its way in or out.
import { z } from 'zod';

export interface SheetRow {
  /** As the workbook counts, from 1. */
  number: number;
  cells: readonly string[];
}

export interface Sheet {
  name: string;
  rows: readonly SheetRow[];
  /** The file has more rows than were read. */
  isCut?: boolean;
}

/** Fields of one form. */
export const MAX_FIELDS = 500;
/** What is told of one workbook; the rest is counted. */
export const MAX_LOSSES = 1000;

/** Why something of a workbook is not taken over as it stands. */
export const LOSS_REASONS = [
  // Left out.
  'type',
  'noType',
  'repeat',
  'inRepeat',
  'meta',
  'external',
  'noList',
  'tooMany',
  'tooManyRows',
  'geometryTwice',
  'calculation',
  'disabled',
  'choiceTwice',
  'choiceEmpty',
  'choiceParent',
  'choicesCut',
  'condition',
  'constraint',
  'pattern',
  'message',
  'default',
  'filter',
  'appearance',
  'parameters',
  'column',
  'language',
  'setting',
  'sheet',
  'part',
  // Taken over in another way.
  'renamed',
  'cut',
  'kind',
  'order',
  'other',
  'warning',
  'groupFlat',
  'groupEnd',
  'nested',
  'placeholder',
] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

export const Loss = z.object({
  sheet: z.string(),
  row: z.number().int(),
  /** Of the question or the choice. */
  name: z.string().optional(),
  column: z.string().optional(),
  reason: z.enum(LOSS_REASONS),
  /** What stands there, or what comes of it. */
  value: z.string().optional(),
});
export type Loss = z.infer<typeof Loss>;

const MAX_SHOWN = 200;

/** Collects what is lost: all is counted, the first MAX_LOSSES are told. */
export function createLosses() {
  const list: Loss[] = [];
  let count = 0;
  return {
    list,
    count: () => count,
    add({ value, name, ...loss }: Loss) {
      count++;
      if (list.length < MAX_LOSSES)
        list.push({
          ...loss,
          ...(name && { name: name.slice(0, MAX_SHOWN) }),
          ...(value && { value: value.slice(0, MAX_SHOWN) }),
        });
    },
  };
}
export type Losses = ReturnType<typeof createLosses>;

/** The values of the list that stands for a yes or a no, and the name of that list. */
export const YES = 'yes';
export const NO = 'no';
export const YES_NO = 'yes_no';

/** A cell that says yes. */
export const isYes = (text: string): boolean => /^(yes|true|1|true\(\))$/i.test(text);
