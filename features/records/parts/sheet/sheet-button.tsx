// Opens the printing of one record's sheet.
'use client';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Layer } from '@/contract/schemas/layer';

const SheetDialog = lazyPart(() => import('./sheet-dialog'));

export function SheetButton({ layer, record }: { layer: Layer; record: number }) {
  const t = useTranslations('records.sheet');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('print')} onClick={() => setOpen(true)}>
        <IconPrinter size={18} />
      </IconButton>
      <Suspense>{isOpen && <SheetDialog layer={layer} ids={[record]} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
