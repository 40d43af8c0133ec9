// Everything that the filter of deleted records finds in a layer, brought back as one job: the exact number first, then the header.
'use client';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { lazyPart } from '@/components/layout/lazy-part';

const RestoreDialog = lazyPart(() => import('./restore-dialog'));

interface RestoreAllProps {
  /** The one layer that the list is filtered by; an act has one. */
  layer: number | null;
  /** The layer's name. */
  label: string;
  /** The other filters of the list. */
  filter: Record<string, string>;
  /** Whether there is nothing to bring back. */
  isEmpty: boolean;
}

export function RestoreAll({ layer, label, filter, isEmpty }: RestoreAllProps) {
  const t = useTranslations('records.deleted');
  const [isOpen, setOpen] = useState(false);
  const why = layer === null ? t('restoreAllLayer') : isEmpty ? t('restoreAllNone') : undefined;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        {...(why ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': why, title: why } : {})}
        // A finger cannot hover: who presses in vain is told.
        onClick={() => (why ? toast({ type: 'info', message: why, id: 'restoreAll' }) : setOpen(true))}
      >
        {t('restoreAll')}
      </Button>
      <Suspense>
        {isOpen && layer !== null && (
          <RestoreDialog layer={{ id: layer, label }} filter={filter} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
