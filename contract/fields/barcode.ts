// What a barcode says: a short text that a camera reads where there is one.
import type { FieldSpec } from './spec';
import { text } from './text';

export const barcode: FieldSpec = { ...text };
