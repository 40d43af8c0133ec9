// Ways to begin a form: from that of a layer, from the headings of a spreadsheet, from a file.
'use client';
import { Button, Group, Select, Text, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { Field } from '@/contract/schemas/form';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { fieldsOfHeadings } from '../../logic/headings';
import { kindOf } from '../../logic/palette';

export interface StarterProps {
  /** Puts the fields into the form. */
  onFields: (fields: readonly Field[], label?: string) => void;
  onClose: () => void;
}

export function FromLayer({ onFields, onClose }: StarterProps) {
  const t = useTranslations('formStudio.starters');
  const layers = useRead(api.layers.simple, {});
  const [id, setId] = useState<string | null>(null);
  const { run, isBusy } = useAction((layer: number) => call(api.layers.fields, { params: { id: layer } }));
  const take = async () => {
    const fields = await run(Number(id));
    if (!fields) return;
    onFields(fields);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('layer.title')}>
      <Select
        label={t('layer.label')}
        searchable
        data-autofocus
        data={(layers.data ?? []).flatMap(({ id: one, label, type }) =>
          type > 3 ? [] : [{ value: String(one), label }],
        )}
        value={id}
        onChange={setId}
      />
      <Group mt="md">
        <Button onClick={() => void take()} loading={isBusy} disabled={id === null}>
          {t('take')}
        </Button>
      </Group>
    </Dialog>
  );
}

const SAMPLE = 12;
const MAX_TEXT = 500_000;

export function FromHeadings({ onFields, onClose }: StarterProps) {
  const t = useTranslations('formStudio.starters');
  const kinds = useTranslations('formStudio.kinds');
  const { number } = useFormat();
  const [text, setText] = useState('');
  const fields = text === '' ? null : fieldsOfHeadings(text.slice(0, MAX_TEXT));
  return (
    <Dialog opened onClose={onClose} title={t('headings.title')} size="lg">
      <Textarea
        label={t('headings.label')}
        description={t('headings.hint')}
        data-autofocus
        rows={6}
        value={text}
        error={text.trim() !== '' && !fields && t('headings.nothing')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {fields && (
        <>
          <Text size="sm" mt="sm" role="status">
            {t('headings.count', { count: fields.length, n: number(fields.length) })}
          </Text>
          <ul>
            {fields.slice(0, SAMPLE).map((field) => (
              <li key={field.name}>
                <bdi>{field.label}</bdi> ({kinds(kindOf(field))})
              </li>
            ))}
          </ul>
        </>
      )}
      <Group mt="md">
        <Button
          disabled={!fields}
          onClick={() => {
            onFields(fields ?? []);
            onClose();
          }}
        >
          {t('take')}
        </Button>
      </Group>
    </Dialog>
  );
}
