// How the parts of a form are called and told where two people have changed the same.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { FieldNames } from '@/components/form/conflict-dialog';
import type { Field } from '@/contract/schemas/form';
import { kindOf } from '../logic/palette';
import { isFieldPart, type Parts } from '../logic/wire';
import type { StudioState } from './use-studio';

/** Every part of a document, and of what it was, by name. */
export function useConflictNames({ document, saved }: StudioState): FieldNames<Parts> {
  const t = useTranslations('formStudio');
  return useMemo(() => {
    const show = (field: Field | null) =>
      field ? `${field.label} (${t(`kinds.${kindOf(field)}`)})` : t('conflict.removed');
    const fields = [...saved.items, ...document.items].map(({ field }) => [
      `field:${field.name}`,
      { label: field.label, show },
    ]);
    const names = {
      label: t('name'),
      groups: t('meta.groups'),
      isSupervised: t('meta.supervised'),
      hasSecondApproval: t('meta.secondApproval'),
      ...Object.fromEntries(fields.filter(([part]) => isFieldPart(String(part)))),
    };
    return names as FieldNames<Parts>;
  }, [document, saved, t]);
}
