// Opens an XLSForm workbook: what it brings, what of it is not taken over, and only then into the studio.
'use client';
import { Button, FileButton, Group, SegmentedControl, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { XlsFormRead } from '@/contract/schemas/forms/xlsform';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { toForm } from '../../logic/document';
import { type Mode, withXlsForm } from '../../logic/xlsform';
import type { StudioState } from '../use-studio';
import { LossList } from './loss-list';
import classes from './xlsform.module.css';

const XLSX = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface OpenXlsFormProps {
  studio: StudioState;
  /** Null for a new one. */
  layer: number | null;
  onClose: () => void;
}

export function OpenXlsForm({ studio, layer, onClose }: OpenXlsFormProps) {
  const t = useTranslations('formStudio.xlsform');
  const { number } = useFormat();
  const [read, setRead] = useState<XlsFormRead | null>(null);
  const names = new Set(toForm(studio.document.items).map(({ name }) => name));
  const [mode, setMode] = useState<Mode>('add');
  const { run, isBusy } = useAction((file: File) => call(api.layerForms.fromXlsForm, { body: { file } } as never));
  const open = async (file: File | null) => {
    const answer = file && (await run(file));
    if (!answer) return;
    setRead(answer);
    setMode(answer.form.some(({ name }) => names.has(name)) ? 'replace' : 'add');
  };
  const take = (workbook: XlsFormRead) => {
    studio.replace(withXlsForm(studio, workbook, mode, layer === null));
    toast({ type: 'success', message: t('taken', { n: number(workbook.form.length) }) });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('open')} size="lg">
      <Text size="sm">{t('openHint')}</Text>
      <Group mt="sm">
        <FileButton accept={XLSX} onChange={(file) => void open(file)}>
          {(props) => (
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={16} />}
              loading={isBusy}
              data-autofocus
              {...props}
            >
              {t(read ? 'chooseOther' : 'choose')}
            </Button>
          )}
        </FileButton>
      </Group>
      {read && (
        <>
          <Text mt="md" role="status">
            {read.label && (
              <>
                <bdi>{read.label}</bdi>
                {': '}
              </>
            )}
            {t('count', { count: read.form.length, n: number(read.form.length) })}
          </Text>
          {layer !== null && read.type !== null && read.type !== studio.document.meta.type && (
            <Text size="sm" c="dimmed">
              {t('shapeStays')}
            </Text>
          )}
          <LossList losses={read.losses} count={read.loss_count} />
          {names.size > 0 && read.form.length > 0 && (
            <div className={classes.mode}>
              <SegmentedControl
                aria-label={t('mode')}
                value={mode}
                data={(['add', 'replace'] as const).map((one) => ({ value: one, label: t(`modes.${one}`) }))}
                onChange={setMode}
              />
              <Text size="sm" c="dimmed">
                {t(`modeHints.${mode}`)}
              </Text>
            </div>
          )}
          <Group mt="md">
            <Button disabled={read.form.length === 0} onClick={() => take(read)}>
              {t('take')}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}
