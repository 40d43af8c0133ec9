// Many records get the same values in chosen fields: chosen and checked as in the form, looked at first, then written at once.
'use client';
import { Alert, Button, Group, Table } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import type { WrittenRecords } from '@/map';
import { type Former, groupFormer, readValues, restoreFormer } from '../logic/former-values';
import { FieldValues, readFieldValues } from './acts/field-values';
import classes from './bulk-edit.module.css';
import { type TableListeners, useTableChange } from './use-table-change';

/** Changes of more records than this are not undone: their former values are not kept. */
const MAX_UNDOABLE = 1000;
const EXAMPLES = 3;

export interface BulkEditProps extends TableListeners {
  layer: Layer;
  ids: readonly number[];
  onClose: () => void;
}

interface Preview {
  count: number;
  values: Values;
  examples: { id: number; title: string; value: Values }[];
  /** Null where there are too many to keep. */
  former: Former[] | null;
}

export default function BulkEdit({ layer, ids, onClose, ...listeners }: BulkEditProps) {
  const t = useTranslations('records.bulk');
  const { number, digits } = useFormat();
  const valueText = useValueText();
  const errorText = useErrorText();
  const announce = useTableChange(listeners);
  const [typed, setTyped] = useState<Values>({});
  const [tried, setTried] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { form, supervised } = layer.config;
  const { fields, values, isWrong } = readFieldValues(form, typed);

  const change = (next: Values) => {
    setTyped(next);
    setPreview(null);
    setFailure(null);
  };
  const guarded = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const look = () => {
    setTried(true);
    if (isWrong || fields.length === 0) return;
    void guarded(async () => {
      const { count } = await call(api.records.editBulk, { body: { ids: [...ids], value: values, dry_run: true } });
      const isUndoable = ids.length <= MAX_UNDOABLE;
      const before = await readValues(isUndoable ? ids : ids.slice(0, EXAMPLES));
      const former = isUndoable ? groupFormer(before, Object.keys(values)) : null;
      setPreview({ count, values, examples: before.slice(0, EXAMPLES), former });
    });
  };
  const run = ({ former, values }: Preview) =>
    guarded(async () => {
      const written: WrittenRecords = { layers: [layer.id] };
      const write = async () => {
        const { count } = await call(api.records.editBulk, { body: { ids: [...ids], value: values } });
        return { count, ...written };
      };
      const { count } = await write();
      const n = number(count);
      onClose();
      announce({
        message: t(supervised ? 'waits' : 'done', { count, n }),
        written,
        undo: former && {
          change: {
            id: `editMany/${layer.id}/${ids[0]}/${Date.now()}`,
            label: t('change', { count, n }),
            undo: async () => {
              const left = await restoreFormer(former, values);
              return { ...written, left };
            },
            redo: write,
          },
          label: t('undo'),
          done: (left) => t('undone', { count: count - left, n: number(count - left) }),
        },
      });
    });

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('title', { count: ids.length, n: number(ids.length) })}
      size="lg"
      closeOnClickOutside={false}
    >
      <div className={classes.body}>
        <FieldValues form={form} typed={typed} onChange={change} tried={tried} busy={busy} />
        {failure !== null && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        {preview && (
          <div role="status" className={classes.body}>
            <p className={classes.text}>{t('changes', { count: preview.count, n: number(preview.count) })}</p>
            <Table.ScrollContainer minWidth={360} className={classes.examples}>
              <Table verticalSpacing={4}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('record')}</Table.Th>
                    {fields.map((field) => (
                      <Table.Th key={field.name}>
                        <bdi>{field.label}</bdi>
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {preview.examples.map((record) => (
                    <Table.Tr key={record.id}>
                      <Table.Td>
                        <bdi>{record.title || digits(record.id)}</bdi>
                      </Table.Td>
                      {fields.map((field) => (
                        <Table.Td key={field.name}>
                          <del className={classes.was}>{valueText(field, record.value[field.name]) || t('empty')}</del>{' '}
                          <ins className={classes.now}>
                            {valueText(field, preview.values[field.name]) || t('empty')}
                          </ins>
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {!preview.former && <Alert color="orange">{t('noUndo', { max: number(MAX_UNDOABLE) })}</Alert>}
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          {preview ? (
            <Button loading={busy} disabled={preview.count === 0} onClick={() => void run(preview)}>
              {t('run', { count: preview.count, n: number(preview.count) })}
            </Button>
          ) : (
            <Button loading={busy} disabled={fields.length === 0} onClick={look}>
              {t('preview')}
            </Button>
          )}
        </Group>
      </div>
    </Dialog>
  );
}
