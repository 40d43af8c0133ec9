// Takes the form as an XLSForm workbook, once it is said what the standard cannot.
'use client';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import { toXlsForm } from '@/contract/xlsform/write';
import { call } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';
import { useFormat } from '@/lib/i18n/use-format';
import { type Document, toForm } from '../../logic/document';
import { LossFrame } from './loss-list';
import classes from './xlsform.module.css';

export interface SaveXlsFormProps {
  document: Document;
  onClose: () => void;
}

export function SaveXlsForm({ document: { meta, items }, onClose }: SaveXlsFormProps) {
  const t = useTranslations('formStudio.xlsform');
  const { number } = useFormat();
  const form = useMemo(() => toForm(items), [items]);
  const label = meta.label.trim() || t('untitled');
  const { losses } = useMemo(() => toXlsForm(label, meta.type, form), [label, meta.type, form]);
  const { run, isBusy } = useAction(() => call(api.layerForms.toXlsForm, { body: { label, type: meta.type, form } }));
  const save = async () => {
    const file = await run(undefined);
    if (file === undefined) return;
    saveFile(file as Blob, `${label}.xlsx`);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('save')} size="lg">
      <Text size="sm">{t('saveHint')}</Text>
      {losses.length === 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          {t('wholeOut')}
        </Text>
      ) : (
        <LossFrame title={t('lossesOut', { count: losses.length, n: number(losses.length) })}>
          {losses.map(({ name, label: field, reason }) => (
            <li key={`${name}:${reason}`}>
              <span className={classes.where}>
                <bdi>{field}</bdi>
              </span>
              <span>{t(`out.${reason}`)}</span>
            </li>
          ))}
        </LossFrame>
      )}
      <Group mt="md">
        <Button
          leftSection={<IconDownload size={16} />}
          loading={isBusy}
          disabled={form.length === 0}
          onClick={() => void save()}
        >
          {t('download')}
        </Button>
      </Group>
    </Dialog>
  );
}
