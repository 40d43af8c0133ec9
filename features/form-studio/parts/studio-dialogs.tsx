// The dialogs of the studio that its menu opens.
'use client';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import type { Field } from '@/contract/schemas/form';
import { useFormat } from '@/lib/i18n/use-format';
import { toForm } from '../logic/document';
import { savedNamesOf, withForm } from '../logic/wire';
import { FromHeadings, FromLayer } from './starters/starter-dialogs';
import { TryDialog } from './starters/try-dialog';
import type { StudioDialog } from './studio-menu';
import type { StudioState } from './use-studio';
import { VersionsDialog } from './versions/versions-dialog';
import { OpenXlsForm } from './xlsform/open-dialog';
import { SaveXlsForm } from './xlsform/save-dialog';

interface DialogsProps {
  studio: StudioState;
  layer: number | null;
  dialog: StudioDialog;
  onClose: () => void;
}

export default function StudioDialogs({ studio, layer, dialog, onClose }: DialogsProps) {
  const t = useTranslations('formStudio');
  const { number } = useFormat();
  const take = (fields: readonly Field[]) => {
    studio.add(fields);
    toast({ type: 'success', message: t('starters.added', { n: number(fields.length) }) });
  };
  if (dialog === 'fromLayer') return <FromLayer onFields={take} onClose={onClose} />;
  if (dialog === 'fromHeadings') return <FromHeadings onFields={take} onClose={onClose} />;
  if (dialog === 'fromXlsForm') return <OpenXlsForm studio={studio} layer={layer} onClose={onClose} />;
  if (dialog === 'toXlsForm') return <SaveXlsForm document={studio.document} onClose={onClose} />;
  if (layer === null) return null;
  if (dialog === 'try') return <TryDialog layer={layer} form={toForm(studio.document.items)} onClose={onClose} />;
  return (
    <VersionsDialog
      layer={layer}
      onClose={onClose}
      onOpen={(version, form) => {
        studio.replace(withForm(studio.document, form, savedNamesOf(studio.saved)));
        onClose();
        toast({ type: 'info', message: t('versions.opened', { n: number(version) }) });
      }}
    />
  );
}
