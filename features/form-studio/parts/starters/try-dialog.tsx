// The form on records that there are: which of the latest hundred it would refuse, and why.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { Field } from '@/contract/schemas/form';
import { useRead } from '@/lib/api/hooks';
import { useValueProblem } from '@/lib/form/value-problem';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { refusedRecords } from '../../logic/trial';
import classes from './starters.module.css';

const COUNT = 100;

export interface TryDialogProps {
  layer: number;
  form: readonly Field[];
  onClose: () => void;
}

export function TryDialog({ layer, form, onClose }: TryDialogProps) {
  const t = useTranslations('formStudio.try');
  const { number, digits } = useFormat();
  const problemText = useValueProblem();
  const read = useRead(api.records.query, { body: { query: { and: [] }, layer, limit: COUNT, order: '-id' } });
  const records = read.data?.results;
  const refused = useMemo(() => (records ? refusedRecords(form, records) : []), [form, records]);
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="lg">
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isLoading && <FormSkeleton fields={3} />}
      {records && (
        <>
          <Text role="status">
            {records.length === 0
              ? t('none')
              : refused.length === 0
                ? t('sound', { n: number(records.length) })
                : t('refused', { n: number(refused.length), all: number(records.length) })}
          </Text>
          <ul className={classes.refused}>
            {refused.map(({ id, problems }) => (
              <li key={id}>
                <a href={`${href('layerData', { id: layer })}?record=${id}`} target="_blank" rel="noreferrer">
                  {t('record', { id: digits(id) })}
                </a>
                {problems.map(({ field, problem }) => (
                  <p key={field.name}>
                    <bdi>{field.label}</bdi>: {problemText(field, problem)}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
