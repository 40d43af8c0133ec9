// Who may do what on one layer, over the list of layers.
'use client';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/layout/dialog';
import { AccessMatrix } from './access-matrix';

export interface AccessDialogProps {
  layer: number;
  /** Its name, where it is known already. */
  label?: string | undefined;
  onClose: () => void;
}

export function AccessDialog({ layer, label, onClose }: AccessDialogProps) {
  const t = useTranslations('layers.access');
  return (
    <Dialog opened onClose={onClose} title={label ? t('titleOf', { label }) : t('title')} size="xl">
      <AccessMatrix layer={layer} onSaved={onClose} onCancel={onClose} />
    </Dialog>
  );
}
