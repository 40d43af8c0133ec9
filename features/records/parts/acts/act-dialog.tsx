// An act on all records of a filter, beyond what one call takes: the exact number first, for a deletion typed; then a job in the header.
'use client';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { MAX_PER_CALL } from '@/contract/schemas/record';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../bulk-edit.module.css';
import { ActFrame } from './act-frame';
import { FieldValues, readFieldValues } from './field-values';
import { useAct } from './use-act';

export interface ActDialogProps {
  layer: Layer;
  /** Filters of the records' list. */
  filter: Record<string, string>;
  act: 'edit' | 'delete';
  onClose: () => void;
  onStarted: () => void;
}

export default function ActDialog({ layer, filter, act, onClose, onStarted }: ActDialogProps) {
  const t = useTranslations('records.acts');
  const { number } = useFormat();
  const [typed, setTyped] = useState<Values>({});
  const [typedNumber, setTypedNumber] = useState('');
  const [tried, setTried] = useState(false);
  const order = useAct({ layer: layer.id, filter, act }, () => {
    onStarted();
    onClose();
  });
  const { count = 0, busy } = order;
  const { form, supervised } = layer.config;
  const { fields, values, isWrong } = readFieldValues(form, typed);
  const isEdit = act === 'edit';

  const run = () => {
    setTried(true);
    if (!isEdit) void order.start();
    else if (!isWrong) void order.start({ value: values });
  };
  return (
    <ActFrame
      title={t(`title.${act}`, { layer: layer.label })}
      words={act}
      act={order}
      text={t('text', { max: number(MAX_PER_CALL) })}
      isReady={isEdit ? fields.length > 0 : parseNumber(typedNumber) === count}
      isDanger={!isEdit}
      onRun={run}
      onClose={onClose}
      confirm={
        <>
          {supervised && <p className={classes.text}>{t('supervised')}</p>}
          {!isEdit && count > 0 && (
            <TextInput
              data-autofocus
              label={t('type', { count, n: number(count) })}
              inputMode="numeric"
              value={typedNumber}
              onChange={(event) => setTypedNumber(event.currentTarget.value)}
            />
          )}
        </>
      }
    >
      {isEdit && <FieldValues form={form} typed={typed} onChange={setTyped} tried={tried} busy={busy} />}
    </ActFrame>
  );
}
