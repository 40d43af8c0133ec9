// An act on all records of a filter, beyond what one call takes: the exact number first, for a deletion typed; then a job in the header.
'use client';
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { MAX_PER_CALL } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { toLatin } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import { useJobs } from '@/lib/state/jobs';
import classes from '../bulk-edit.module.css';
import { FieldValues, readFieldValues } from './field-values';

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
  const common = useTranslations('common');
  const { number } = useFormat();
  const errorText = useErrorText();
  const watch = useJobs((state) => state.watch);
  const [typed, setTyped] = useState<Values>({});
  const [typedNumber, setTypedNumber] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const counted = useRead(api.acts.count, { body: { layer: layer.id, filter, act } }, { staleTime: 0 });
  const count = counted.data?.count;
  const { form, supervised } = layer.config;
  const { fields, values, isWrong } = readFieldValues(form, typed);
  const isTyped = act !== 'delete' || Number(toLatin(typedNumber).replace(/[^\d]/g, '')) === count;

  const start = async () => {
    setTried(true);
    if (count === undefined || (act === 'edit' && isWrong)) return;
    setBusy(true);
    setFailure(null);
    try {
      const body = { layer: layer.id, filter, act, count, ...(act === 'edit' ? { value: values } : {}) };
      const job = await call(api.acts.start, { body });
      watch(job.id);
      toast({ type: 'success', message: t('started') });
      onStarted();
      onClose();
    } catch (error) {
      setFailure(error);
      void counted.refetch();
    } finally {
      setBusy(false);
    }
  };
  const n = { count: count ?? 0, n: number(count ?? 0) };
  return (
    <Dialog opened onClose={onClose} title={t(`title.${act}`, { layer: layer.label })} closeOnClickOutside={false}>
      <div className={classes.body}>
        {act === 'edit' && <FieldValues form={form} typed={typed} onChange={setTyped} tried={tried} busy={busy} />}
        <p role="status" className={classes.count}>
          {count === undefined ? t('counting') : t(`count.${act}`, n)}
        </p>
        {counted.data?.refused.map(({ reason, count: left }) => (
          <p key={reason} className={classes.text}>
            {t('refused', { count: left, n: number(left), reason })}
          </p>
        ))}
        <p className={classes.text}>{t('text', { max: number(MAX_PER_CALL) })}</p>
        {supervised && <p className={classes.text}>{t('supervised')}</p>}
        {act === 'delete' && count !== undefined && count > 0 && (
          <TextInput
            data-autofocus
            label={t('type', n)}
            inputMode="numeric"
            value={typedNumber}
            onChange={(event) => setTypedNumber(event.currentTarget.value)}
          />
        )}
        {(failure ?? counted.error) !== null && <Alert color="red">{errorText(failure ?? counted.error)}</Alert>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            color={act === 'delete' ? 'red' : undefined}
            loading={busy}
            disabled={!count || !isTyped || (act === 'edit' && fields.length === 0)}
            onClick={() => void start()}
          >
            {t(`run.${act}`, n)}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
