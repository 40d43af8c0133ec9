// A heading over the fields up to the next one; it has no value.

import type { FieldSpec } from '../spec';
import { note } from './note';

export const section: FieldSpec = { ...note, parts: ['columns'] };
