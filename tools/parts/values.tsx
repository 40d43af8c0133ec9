// The values of a record as a list of names and words, for reading.
'use client';
import { hasNoValue } from '@/contract/fields';
import type { Field, Values } from '@/contract/schemas/form';
import { ReferenceTitles } from '@/lib/i18n/reference-titles';
import { useValueText } from '@/lib/i18n/use-value-text';
import classes from './values.module.css';

/** Values without a field (of a map service) stand under their own names. */
const List = ({ fields, value }: { fields: readonly Field[]; value: Values }) => {
  const text = useValueText();
  const rows =
    fields.length > 0
      ? fields.filter((field) => !hasNoValue(field))
      : Object.keys(value).map((name) => ({ name, label: name, type: 'text' as const }));
  return (
    <dl className={classes.values}>
      {rows.map((field) => (
        <div key={field.name}>
          <dt>
            <bdi>{field.label}</bdi>
          </dt>
          <dd>
            <bdi>{text(field, value[field.name]) || '—'}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};

export const ValueList = (props: { fields: readonly Field[]; value: Values }) => (
  <ReferenceTitles form={props.fields} values={[props.value]}>
    <List {...props} />
  </ReferenceTitles>
);
