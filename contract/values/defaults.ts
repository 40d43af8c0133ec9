// What the fields of a new record begin with.
import type { ShapeFacts } from '../computed/evaluate';
import { dayAt, startOfDay } from '../dates';
import { isNumeric } from '../fields';
import { rounded } from '../fields/decimal';
import type { DefaultValue, Field, Value, Values } from '../schemas/form';
import { checkValue, choicesIn, isVisible, isWritten } from './check-values';

/** What is known when a record is made; null where it is not. */
export interface Beginning {
  now: Date;
  /** The person's name. */
  user: string | null;
  /** The name of the region that the record lies in. */
  region: string | null;
  shape: ShapeFacts | null;
  /** The values of the record that the person made before in the layer. */
  last: Values | null;
}

/** Decimals of metres and of degrees where the field says nothing. */
const DECIMALS = { area: 2, length: 2, x: 7, y: 7 } as const;

const minute = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tehran', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }); // biome-ignore format: one format

function rawOf(field: Field, first: DefaultValue, beginning: Beginning): Value {
  switch (first.kind) {
    case 'value':
      return first.value;
    case 'today': {
      const today = dayAt(beginning.now);
      return field.type === 'datetime' ? startOfDay(today) : today;
    }
    case 'now':
      return field.type === 'time' ? minute.format(beginning.now) : beginning.now.toISOString();
    case 'last':
      return beginning.last?.[field.name] ?? null;
    case 'user':
    case 'region':
      return beginning[first.kind];
    default: {
      const size = beginning.shape?.[first.kind];
      if (size === undefined || !isNumeric(field)) return null;
      return rounded(size, field.type === 'integer' ? 0 : (field.precision ?? DECIMALS[first.kind]));
    }
  }
}

/** What a new record begins with, as far as it is known and the form takes it. `values` are those that it has already. */
export function defaultsOf(form: readonly Field[], beginning: Beginning, values: Values = {}): Values {
  const first: Values = {};
  const record: Values = { ...values };
  for (const field of form) {
    if (!field.default || field.name in values || !isWritten(field) || !isVisible(form, field, record)) continue;
    const raw = rawOf(field, field.default, beginning);
    const choices = field.choices && choicesIn(field, record).filter(({ retired }) => !retired);
    const checked = checkValue({ ...field, ...(choices && { choices: [...choices] }), required: false }, raw);
    if ('problem' in checked || checked.value === null) continue;
    first[field.name] = checked.value;
    record[field.name] = checked.value;
  }
  return first;
}
