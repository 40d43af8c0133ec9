// Lists of ids as they come in bodies and in the text of forms.
import { z } from 'zod';
import { ids, latinDigits } from '../common';

export const MAX_ID = 2 ** 31 - 1;

/** A list of ids, each once: a JSON array, text like "1,2", or the repeated parts of a form. */
export const idList = (max: number) =>
  z.preprocess(
    (v) => {
      const text = Array.isArray(v) && v.every((one) => typeof one === 'string') ? v.join(',') : v;
      const numbers = typeof text === 'string' ? latinDigits(text).replace(/^\[|\]$/g, '') : text;
      return typeof numbers === 'string' && !/^[\d,\s]*$/.test(numbers) ? Number.NaN : numbers;
    },
    ids(max)
      .transform((all) => [...new Set(all)].sort((a, b) => a - b))
      .refine((all) => all.every((id) => id <= MAX_ID)),
  ) as unknown as z.ZodType<number[]>;

/** Ids of `workdays/`, 1 (Saturday) to 7 (Friday); none for every day. */
export const Workdays = idList(7).refine((days) => days.every((day) => day <= 7)) as unknown as z.ZodType<number[]>;
