// The button that opens the dialog of exports.
'use client';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';
import type { ExportDialogProps } from './export-dialog';

const ExportDialog = lazyPart<ExportDialogProps>(async () => ({
  default: (await import('./export-dialog')).ExportDialog,
}));

export interface ExportMenuProps extends Omit<ExportDialogProps, 'onClose'> {
  /** With words beside the icon. */
  wide?: boolean;
}

/** Nothing where the reader may not export the layer. */
export const ExportMenu = ({ wide, ...props }: ExportMenuProps) => {
  const t = useTranslations('map.export');
  const [isOpen, setOpen] = useState(false);
  if (!props.layer.rights.export) return null;
  const label = t('title', { label: props.layer.label });
  return (
    <>
      {wide ? (
        <Button
          size="xs"
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconDownload size={16} />}
          onClick={() => setOpen(true)}
        >
          {t('button')}
        </Button>
      ) : (
        <IconButton
          label={label}
          aria-haspopup="dialog"
          variant="subtle"
          color="gray"
          size={28}
          onClick={() => setOpen(true)}
        >
          <IconDownload size={16} />
        </IconButton>
      )}
      {isOpen && (
        <Suspense>
          <ExportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
