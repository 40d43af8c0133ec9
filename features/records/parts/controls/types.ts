// What every input of a field takes.
import type { ReactNode } from 'react';
import type { Field, Value, Values } from '@/contract/schemas/form';
import type { WaitingFiles } from './use-waiting-files';

export interface FieldControlProps {
  id: string;
  field: Field;
  /** What was typed, else what is stored. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  onBlur: () => void;
  error: string | null;
  /** What the form says of the value, and saves it all the same. */
  warning?: string | null;
  readOnly: boolean;
  /** The record as it would be; null for many records. */
  values?: Values | null;
  /** The record's id; null for a new one, and for many. */
  record?: number | null;
  /** Files that go up with a new record. */
  waiting?: WaitingFiles | null;
  /** In place of the field's plain label. */
  label?: ReactNode;
}

export interface ControlProps extends Pick<FieldControlProps, 'field' | 'value' | 'onChange' | 'onBlur'> {
  /** The value as it stands in an input. */
  text: string;
  values: Values | null;
  record: number | null;
  waiting: WaitingFiles | null;
  /** What every input takes. */
  common: Pick<FieldControlProps, 'id' | 'error' | 'readOnly' | 'onBlur'> & {
    label: ReactNode;
    description: ReactNode;
    required: boolean;
  };
}
export type Control = (props: ControlProps) => ReactNode;
