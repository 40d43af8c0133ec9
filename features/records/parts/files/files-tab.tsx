// The files of a record: looked at, sent from the device or its camera, named and deleted.
'use client';
import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useListSettings } from '@/lib/collection/list-settings';
import { FileGrid } from './file-grid';
import { FileSender } from './file-sender';
import classes from './files.module.css';
import { OpenFile } from './open-file';

const FACES = ['grid', 'list'] as const;
type Face = (typeof FACES)[number];

interface FilesTabProps {
  record: number;
  mayEdit: boolean;
}

export default function FilesTab({ record, mayEdit }: FilesTabProps) {
  const t = useTranslations('records.files');
  const errorText = useErrorText();
  const files = useRead(api.files.list, { query: { layer_data: record } });
  const removeFile = useWrite(api.files.remove);
  const setLabel = useWrite(api.files.label);
  const [settings, setSettings] = useListSettings('recordFiles');
  const face: Face = settings.face === 'list' ? 'list' : 'grid';
  const [open, setOpen] = useState<number | null>(null);
  const report = async (work: Promise<unknown>, message: string) => {
    try {
      await work;
      toast({ type: 'success', message });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  if (files.error && !files.data) return <ErrorState error={files.error} retry={() => void files.refetch()} />;
  if (!files.data) return <ListSkeleton rows={3} />;
  const query = { layer_data: record };
  return (
    <div className={classes.tab}>
      {mayEdit && <FileSender record={record} count={files.data.length} />}
      {files.data.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} noAct="final" />
      ) : (
        <>
          <SegmentedControl
            size="xs"
            className={classes.face}
            aria-label={t('face')}
            data={FACES.map((value) => ({ value, label: t(`faces.${value}`) }))}
            value={face}
            onChange={(next) => setSettings({ face: next as Face })}
          />
          <FileGrid files={files.data} face={face} onOpen={setOpen} />
        </>
      )}
      {open !== null && (
        <OpenFile
          files={files.data}
          open={open}
          onOpen={setOpen}
          {...(mayEdit && {
            onRemove: ({ id }) => report(removeFile.mutateAsync({ params: { id }, query }), t('removed')),
            onLabel: ({ id }, label) =>
              report(setLabel.mutateAsync({ params: { id }, query, body: { label } }), t('labelled')),
          })}
        />
      )}
    </div>
  );
}
