// A text of several lines.
import type { FieldSpec } from './spec';
import { text } from './text';

export const longText: FieldSpec = {
  ...text,
  parts: text.parts.filter((part) => part !== 'pattern' && part !== 'unique'),
};
