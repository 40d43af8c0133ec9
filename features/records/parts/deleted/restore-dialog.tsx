// Before everything that the filter of deleted records finds comes back: its exact number.
'use client';
import { useTranslations } from 'next-intl';
import { ActFrame } from '../acts/act-frame';
import { useAct } from '../acts/use-act';

interface RestoreDialogProps {
  layer: { id: number; label: string };
  filter: Record<string, string>;
  onClose: () => void;
}

export default function RestoreDialog({ layer, filter, onClose }: RestoreDialogProps) {
  const t = useTranslations('records.acts');
  const act = useAct({ layer: layer.id, filter, act: 'restore' }, onClose);
  return (
    <ActFrame
      title={t('title.restore', { layer: layer.label })}
      words="restore"
      act={act}
      text={t('background')}
      isReady
      onRun={() => void act.start()}
      onClose={onClose}
    />
  );
}
