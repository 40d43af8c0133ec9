// Many records get the same values in chosen fields: chosen and checked as in the form, looked at first, then written at once.
'use client';
import { Alert, Button, Group, Select, Table } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import { isFiles } from '@/contract/fields';
import { checkValues, type Field, isWritten, type Value, type Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { useValueProblem } from '@/lib/form/value-problem';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import type { WrittenRecords } from '@/map';
import { type Former, groupFormer, readValues, restoreFormer } from '../logic/former-values';
import classes from './bulk-edit.module.css';
import { FieldControl } from './field-control';
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

/** Fields that many records can have the same value of. */
const isBulkField = (field: Field) => !field.read_only && isWritten(field) && !isFiles(field);

export default function BulkEdit({ layer, ids, onClose, ...listeners }: BulkEditProps) {
  const t = useTranslations('records.bulk');
  const { number, digits } = useFormat();
  const problemText = useValueProblem();
  const valueText = useValueText();
  const errorText = useErrorText();
  const announce = useTableChange(listeners);
  const name = useId();
  const [typed, setTyped] = useState<Values>({});
  const [tried, setTried] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { form, supervised } = layer.config;
  const fields = Object.keys(typed).flatMap((key) => form.find((field) => field.name === key) ?? []);
  const left = form.filter((field) => isBulkField(field) && !(field.name in typed));
  const { values, problems } = checkValues(form, typed, { stored: null });
  const wrong = Object.keys(problems).length > 0;

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
    if (wrong || fields.length === 0) return;
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
        <p className={classes.text}>{t('text')}</p>
        {fields.map((field) => {
          const problem = problems[field.name];
          return (
            <div key={field.name} className={classes.field}>
              <div className={classes.control}>
                <FieldControl
                  id={`${name}-${field.name}`}
                  field={field}
                  value={typed[field.name]}
                  onChange={(value: Value) => change({ ...typed, [field.name]: value })}
                  onBlur={() => undefined}
                  error={tried && problem ? problemText(field, problem) : null}
                  readOnly={busy}
                />
              </div>
              <IconButton
                label={t('drop', { field: field.label })}
                onClick={() => {
                  const { [field.name]: _, ...others } = typed;
                  change(others);
                }}
              >
                <IconX size={16} />
              </IconButton>
            </div>
          );
        })}
        <Select
          label={t('add')}
          data-autofocus
          data={left.map((field) => ({ value: field.name, label: field.label }))}
          value={null}
          searchable
          disabled={left.length === 0}
          nothingFoundMessage={t('noField')}
          placeholder={left.length === 0 ? t('noField') : ''}
          onChange={(field) => field && change({ ...typed, [field]: null })}
        />
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
