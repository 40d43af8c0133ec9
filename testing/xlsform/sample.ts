// What a sample workbook is.
import type { Field } from '../../contract/schemas/form';
import type { Rows } from './workbook';

export interface Sample {
  title: string;
  sheets: Record<string, Rows>;
  /** The parts of the form's fields that matter. */
  form: (Partial<Field> & Pick<Field, 'name' | 'type'>)[];
  /** As `sheet!row reason`, in any order. */
  losses: string[];
  type?: number;
  label?: string;
}

export const CHOICES_HEAD = ['list_name', 'name', 'label'];
