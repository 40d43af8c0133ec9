// When a field is part of a record, must be filled in, or warns: rules over the fields before it.
'use client';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Condition } from '@/contract/filters/match';
import type { Field } from '@/contract/schemas/form';
import type { QueryEditorProps } from '@/tools';
import { conditionOf, type ConditionPart as Part } from '../../logic/conditions';
import classes from './inspector.module.css';
import type { PartProps } from './part';

const QueryEditor = lazyPart<QueryEditorProps>(() =>
  import('@/tools').then((tools) => ({ default: tools.QueryEditor })),
);

interface EditorProps {
  label: string;
  value: Condition | null;
  fields: readonly Field[];
  layer: number | null;
  error: string | null;
  onChange: (condition: Condition | undefined) => void;
}

const isNothing = (condition: object) => 'and' in condition && (condition.and as unknown[]).length === 0;

function ConditionEditor({ label, value, fields, layer, error, onChange }: EditorProps) {
  const t = useTranslations('formStudio.inspector');
  const [isOpen, setOpen] = useState(false);
  if (!value && !isOpen)
    return (
      <div className={classes.condition}>
        <div className={classes.caption}>{label}</div>
        <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpen(true)}>
          {t('addCondition')}
        </Button>
      </div>
    );
  return (
    <fieldset className={classes.condition}>
      <legend className={classes.caption}>{label}</legend>
      <Suspense fallback={<Skeleton h={64} />}>
        <QueryEditor
          value={value ?? { and: [] }}
          fields={fields}
          hasColumns={false}
          {...(layer === null ? {} : { layer })}
          onChange={(node) => onChange(isNothing(node) ? undefined : (node as Condition))}
        />
      </Suspense>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => {
          setOpen(false);
          onChange(undefined);
        }}
      >
        {t('removeCondition')}
      </Button>
    </fieldset>
  );
}

export function ConditionPart({ item, before, onPatch, errorOf, layer }: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const { field } = item;
  const editor = (part: Part, label: string, fields: readonly Field[], onChange: EditorProps['onChange']) => (
    <ConditionEditor
      key={`${item.key}-${part}`}
      label={label}
      value={conditionOf(field, part)}
      fields={fields}
      layer={layer}
      error={errorOf(part)}
      onChange={onChange}
    />
  );
  return (
    <div className={classes.part}>
      {before.length === 0 ? (
        <p className={classes.note}>{t('noSources')}</p>
      ) : (
        <>
          {editor('visible_if', t('visibleIf'), before, (visible_if) => onPatch({ visible_if }))}
          {editor('required_if', t('requiredIf'), before, (required_if) => onPatch({ required_if }))}
        </>
      )}
      {editor('warn_if', t('warnIf'), [...before, field], (when) =>
        onPatch({ warn_if: when && { when, message: field.warn_if?.message ?? t('warnDefault') } }),
      )}
      {field.warn_if && (
        <TextInput
          label={t('warnMessage')}
          required
          data-part="warn_if"
          value={field.warn_if.message}
          maxLength={200}
          error={field.warn_if.message === '' && errorOf('warn_if')}
          onChange={(event) => onPatch({ warn_if: { ...field.warn_if, message: event.currentTarget.value } })}
        />
      )}
    </div>
  );
}
