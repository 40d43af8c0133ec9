// Pictures of the record, by the ids of their files.

import type { FieldSpec } from '../spec';
import { file } from './file';

export const image: FieldSpec = { ...file };
