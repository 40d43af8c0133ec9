// The sentence of a change between two versions of a form.
'use client';
import { useTranslations } from 'next-intl';
import type { FormChange } from '@/contract/form/changes';
import { useFormat } from '@/lib/i18n/use-format';

const PARTS = ['label', 'type', 'hint', 'unit', 'width', 'required', 'unique', 'min', 'max', 'precision', 'pattern', 'default', 'choices', 'parent_field', 'expr', 'reference', 'calendar', 'columns', 'read_only', 'visible_if', 'required_if', 'warn_if', 'list'] as const; // biome-ignore format: one list
type Part = (typeof PARTS)[number];
const isPart = (part: string): part is Part => PARTS.some((one) => one === part);

export function useChangeWords(): (change: FormChange) => string {
  const t = useTranslations('formStudio.versions');
  const { listed } = useFormat();
  return ({ kind, label, parts = [] }) => {
    const names = parts.filter(isPart).map((part) => t(`parts.${part}`));
    return t(kind, { label, parts: listed(names) });
  };
}
