// A text of several lines.
import { type FieldSpec, unused } from './spec';
import { text } from './text';

export const longText: FieldSpec = {
  ...text,
  problems: (field) => [...text.problems(field), ...unused(field, 'pattern')],
};
