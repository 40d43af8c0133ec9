// The layer whose records a field names, and what is read of them.
'use client';
import { Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { isTextual } from '@/contract/fields';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import classes from './inspector.module.css';
import type { PartProps } from './part';

export function ReferencePart({ item, onPatch, errorOf }: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const layers = useRead(api.layers.simple, {});
  const { reference } = item.field;
  const fields = useRead(
    api.layers.fields,
    { params: { id: reference?.layer ?? 0 } },
    { enabled: reference !== undefined },
  );
  return (
    <div className={classes.part}>
      <Select
        label={t('reference')}
        required
        searchable
        data-part="reference"
        data={(layers.data ?? []).flatMap(({ id, label, type }) => (type > 3 ? [] : [{ value: String(id), label }]))}
        value={reference ? String(reference.layer) : null}
        error={errorOf('reference')}
        onChange={(id) => onPatch({ reference: id ? { layer: Number(id) } : undefined })}
      />
      {reference && (
        <Select
          label={t('referenceTitle')}
          clearable
          placeholder={t('referenceFirst')}
          data={(fields.data ?? []).filter(isTextual).map(({ name, label }) => ({ value: name, label }))}
          value={reference.title ?? null}
          onChange={(title) => onPatch({ reference: { layer: reference.layer, ...(title ? { title } : {}) } })}
        />
      )}
    </div>
  );
}
