// The form as whoever fills it in will see it, in a frame as wide as a telephone or a screen.
'use client';
import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentType, Suspense } from 'react';
import { TableSkeleton } from '@/components/feedback/states';
import type { Field } from '@/contract/schemas/form';
import classes from './preview.module.css';

/** The real form of records, lent by their room. */
export type FormPreview = ComponentType<{ form: readonly Field[] }>;
export const WIDTHS = [390, 1100] as const;
export type PreviewWidth = (typeof WIDTHS)[number];

export interface PreviewPaneProps {
  Form: FormPreview;
  form: readonly Field[];
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
}

export function PreviewPane({ Form, form, width, onWidth }: PreviewPaneProps) {
  const t = useTranslations('formStudio.preview');
  return (
    <div className={classes.pane}>
      <SegmentedControl
        aria-label={t('width')}
        value={String(width)}
        data={[
          { value: '390', label: t('phone') },
          { value: '1100', label: t('desktop') },
        ]}
        onChange={(value) => onWidth(Number(value) as PreviewWidth)}
      />
      <div className={classes.scroller}>
        <div className={classes.frame} style={{ inlineSize: width }}>
          {form.length === 0 ? (
            <p className={classes.note}>{t('empty')}</p>
          ) : (
            <Suspense fallback={<TableSkeleton rows={form.length} columns={1} />}>
              <Form form={form} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  );
}
