// A stored value as a value of another definition of its field. Pure.
import { dayAt, readMoment, startOfDay } from '../dates';
import { FIELDS } from '../fields';
import { checkValue, type Field, type Value } from '../schemas/form';

/** The value in the new field's type, or undefined where it does not fit. Numbers and flags become text as people write them. */
export function converted(field: Field, value: Value): Value | undefined {
  const lenient = { ...field, required: false };
  delete lenient.min;
  delete lenient.max;
  delete lenient.pattern;
  const checked = checkValue(lenient, value);
  if ('value' in checked) return checked.value;
  // A moment is a day where it is that day's first instant.
  const moment = FIELDS[field.type].format === 'date' && typeof value === 'string' ? readMoment(value) : null;
  if (!moment || 'problem' in moment) return undefined;
  const day = dayAt(Date.parse(moment.value));
  return startOfDay(day) === moment.value ? day : undefined;
}
