// The input of one field, by its type; label above, problem below.
'use client';
import { Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import { type Field, type FieldType, isRequired, isVisible, warningsOf } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { useFormat } from '@/lib/i18n/use-format';
import { inputText } from '../logic/form-state';
import { BarcodeControl } from './controls/barcode';
import { BooleanControl, ChoiceControl, MultiChoiceControl } from './controls/choices';
import { NoteControl, SectionControl, ValueControl } from './controls/reading';
import { ReferenceControl } from './controls/reference';
import { LongTextControl, NumberControl, TextControl } from './controls/texts';
import { DateControl, DatetimeControl, TimeControl } from './controls/times';
import type { Control, FieldControlProps } from './controls/types';
import classes from './record-panel.module.css';
import type { useRecordForm } from './use-record-form';

const Files = lazyPart(() => import('./controls/files'));
/** Few forms have files. */
const FilesControl: Control = (props) => (
  <Suspense fallback={<Skeleton h={60} />}>
    <Files {...props} />
  </Suspense>
);

const CONTROLS: Record<FieldType, Control> = {
  text: TextControl,
  long_text: LongTextControl,
  integer: NumberControl,
  decimal: NumberControl,
  date: DateControl,
  datetime: DatetimeControl,
  time: TimeControl,
  boolean: BooleanControl,
  choice: ChoiceControl,
  multi_choice: MultiChoiceControl,
  file: FilesControl,
  image: FilesControl,
  signature: FilesControl,
  barcode: BarcodeControl,
  reference: ReferenceControl,
  computed: ValueControl,
  section: SectionControl,
  note: NoteControl,
};

/** Typed text is kept as it is typed; the form reads it. */
export function FieldControl({
  id,
  field,
  value,
  onChange,
  onBlur,
  error,
  warning,
  readOnly,
  values = null,
  record = null,
  waiting = null,
  label,
}: FieldControlProps) {
  const { lang } = useFormat();
  const locked = readOnly || field.read_only === true;
  const description = field.hint && <bdi>{field.hint}</bdi>;
  const common = {
    id,
    label: label ?? <bdi>{field.label}</bdi>,
    description,
    error,
    required: field.required === true && !locked,
    readOnly: locked,
    onBlur,
  };
  const Control = CONTROLS[field.type];
  const text = inputText(field, value, lang);
  return (
    <>
      <Control
        field={field}
        value={value}
        text={text}
        values={values}
        record={record}
        waiting={waiting}
        common={common}
        onChange={onChange}
        onBlur={onBlur}
      />
      {warning && (
        <p role="status" className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          <bdi>{warning}</bdi>
        </p>
      )}
    </>
  );
}

interface RecordFieldsProps {
  id: string;
  layer: { config: Pick<Layer['config'], 'form'> };
  form: Pick<ReturnType<typeof useRecordForm>, 'outcome' | 'set' | 'leave' | 'errorOf'> & {
    base: { id: number } | null;
    waitingOf?: ReturnType<typeof useRecordForm>['waitingOf'];
  };
  readOnly: boolean;
  /** Fields whose values are given. */
  locked?: ReadonlySet<string>;
  /** A part of the form; the whole of it where it is missing. */
  part?: ReadonlySet<string>;
  /** What stands as the label of a field; its plain label where this is missing. */
  labelOf?: ((field: Field) => ReactNode) | undefined;
  /** Acts of one field, at the end of its label. */
  actsOf?: (field: Field) => ReactNode;
}

/** The fields that stand beside another one: those that say so, and those of a section of two columns that do not say otherwise. */
function halvesOf(fields: readonly Field[]): Set<string> {
  const names = new Set<string>();
  let columns = 1;
  for (const { name, type, width, columns: own } of fields) {
    if (type === 'section') columns = own ?? 1;
    else if (width === 'half' || (columns === 2 && width === undefined && type !== 'note')) names.add(name);
  }
  return names;
}

/** The fields that are part of the record as it stands; what was typed into another waits behind it. */
export function RecordFields({ id, layer, form, readOnly, locked, part, labelOf, actsOf }: RecordFieldsProps) {
  const { form: fields } = layer.config;
  const { record: values } = form.outcome;
  const warnings = warningsOf(fields, values);
  const halves = halvesOf(fields);
  const visible = fields
    .map((field, i) => ({ field, i }))
    .filter(({ field }) => (part?.has(field.name) ?? true) && isVisible(fields, field, values));
  return (
    <div className={classes.fields}>
      {visible.map(({ field, i }) => (
        <div
          key={field.name}
          className={classes.field}
          data-record-field
          data-half={halves.has(field.name) || undefined}
        >
          <FieldControl
            id={`${id}-${i}`}
            field={{ ...field, required: isRequired(fields, field, values) }}
            warning={warnings[field.name] ?? null}
            value={form.outcome.valueIn(field)}
            onChange={(value) => form.set(field.name, value)}
            onBlur={() => form.leave(field.name)}
            error={form.errorOf(field.name)}
            readOnly={readOnly || locked?.has(field.name) === true}
            values={values}
            record={form.base?.id ?? null}
            waiting={form.waitingOf?.(field.name) ?? null}
            label={labelOf?.(field)}
          />
          {actsOf?.(field)}
        </div>
      ))}
    </div>
  );
}
