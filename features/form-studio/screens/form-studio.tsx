// The form studio: a layer made by making its form, or the form of a layer changed.
'use client';
import { Button } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, TableSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import { CallError } from '@/lib/api/errors';
import { useResource } from '@/lib/api/use-resource';
import { href, type Who } from '@/lib/routes/rules';
import type { FormPreview } from '../parts/preview/preview-pane';
import { StudioWork } from '../parts/studio-work';

export interface FormStudioScreenProps {
  /** Null for a new layer. */
  id: number | null;
  who: Who | null;
  /** The real form of records, joined in by app/. */
  Preview: FormPreview;
}

const GONE = [403, 404];

/** /app/layer-builder and /app/form-editor/:id */
export function FormStudioScreen({ id, who, Preview }: FormStudioScreenProps) {
  const t = useTranslations('formStudio');
  const read = useResource(api.layers.one, { params: { id: id ?? 0 } }, id !== null);
  if (id === null) return <StudioWork resource={null} who={who} Preview={Preview} />;
  if (read.data && read.data.body.type <= 3) return <StudioWork resource={read.data} who={who} Preview={Preview} />;
  const isGone = read.error instanceof CallError && GONE.includes(read.error.status);
  if (read.data || isGone)
    return (
      <EmptyState
        icon={<IconForms size={24} />}
        title={t(isGone ? 'missing' : 'readOnly.kindTitle')}
        text={t(isGone ? 'missingText' : 'readOnly.kind')}
        action={
          <Button component={Link} href={href('layers')}>
            {t('toLayers')}
          </Button>
        }
      />
    );
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  return <TableSkeleton rows={8} columns={1} />;
}
