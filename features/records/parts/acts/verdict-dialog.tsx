// A verdict on everything that waits among the records of a filter: which one, its reason, the exact number; then a job in the header.
'use client';
import { SegmentedControl, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Layer } from '@/contract/schemas/layer';
import { VERDICTS, type VerdictAction } from '@/contract/schemas/record';
import { ActFrame } from './act-frame';
import { useAct } from './use-act';

const MAX_REASON = 2000;

interface VerdictDialogProps {
  layer: Layer;
  /** Filters of the records' list. */
  filter: Record<string, string>;
  onClose: () => void;
  onStarted: () => void;
}

export default function VerdictDialog({ layer, filter, onClose, onStarted }: VerdictDialogProps) {
  const t = useTranslations('records.acts');
  const [verdict, setVerdict] = useState<VerdictAction>('approve');
  const [reason, setReason] = useState('');
  // What does not wait is no part of the question, so that it is not counted as left.
  const question = { layer: layer.id, filter: { ...filter, supervision: 'true' }, act: 'supervise', verdict } as const;
  const act = useAct(question, () => {
    onStarted();
    onClose();
  });
  const needsReason = verdict !== 'approve';
  return (
    <ActFrame
      title={t('title.supervise', { layer: layer.label })}
      words={verdict}
      act={act}
      text={t('background')}
      isReady={!needsReason || reason.trim() !== ''}
      isDanger={verdict === 'reject'}
      onRun={() => void act.start(needsReason ? { reason: reason.trim() } : {})}
      onClose={onClose}
      confirm={
        needsReason && (
          <Textarea
            label={t('reason')}
            description={verdict === 'reject' ? t('rejectEnds') : undefined}
            required
            rows={3}
            maxLength={MAX_REASON}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )
      }
    >
      <SegmentedControl
        aria-label={t('verdict')}
        fullWidth
        disabled={act.busy}
        value={verdict}
        data={VERDICTS.map((value) => ({ value, label: t(`verdicts.${value}`) }))}
        onChange={(value) => {
          act.clear();
          setVerdict(value as VerdictAction);
        }}
      />
    </ActFrame>
  );
}
