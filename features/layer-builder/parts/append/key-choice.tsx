// By what a column names the features of another layer: their ids, or a field of theirs.
'use client';
import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { api } from '@/contract/index';
import type { Field } from '@/contract/schemas/form';
import { isKeyField } from '@/contract/schemas/layers/relation';
import { useRead } from '@/lib/api/hooks';
import type { AppendState } from './use-append';

/** The fields by which features of the layer that a field refers to may be named; none until they are known. */
export function useParentKeys({ reference, unique }: Field): readonly Field[] {
  const { data } = useRead(
    api.layers.one,
    { params: { id: reference?.layer ?? 0 } },
    { enabled: reference !== undefined && unique !== true, staleTime: 60_000 },
  );
  return (data?.config.form ?? []).filter((field) => isKeyField(field) && field.type !== 'reference');
}

export function KeyChoice({ field, state }: { field: Field; state: AppendState }) {
  const t = useTranslations('layerBuilder.append.mapping');
  const keys = useParentKeys(field);
  if (keys.length === 0) return null;
  return (
    <NativeSelect
      aria-label={t('keyOf', { field: field.label })}
      value={state.keys[field.name] ?? ''}
      data={[
        { value: '', label: t('byId') },
        ...keys.map(({ name, label }) => ({ value: name, label: t('byKey', { field: label }) })),
      ]}
      onChange={(event) => state.setKey(field.name, event.currentTarget.value)}
    />
  );
}
