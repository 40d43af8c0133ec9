// Columns of the file beside the fields that they fill, with samples and how well they fit.
'use client';
import { NativeSelect, Select } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Field } from '@/contract/schemas/form';
import type { Dataset } from '@/contract/schemas/upload';
import { useFormat } from '@/lib/i18n/use-format';
import { fillable, fitOf, strangeWords, withColumn } from '../../logic/append/mapping';
import { Samples } from '../samples';
import classes from './append.module.css';
import { KeyChoice, useParentKeys } from './key-choice';
import type { AppendState } from './use-append';

type Column = Dataset['fields'][number];

function FitText({ column, field, state }: { column: Column; field: Field; state: AppendState }) {
  const key = useParentKeys(field).find(({ name }) => name === state.keys[field.name]);
  const t = useTranslations('layerBuilder.append.fit');
  const { number } = useFormat();
  const fit = fitOf(column, key ?? field, state.words[field.name]);
  return (
    <span data-fit={fit.kind}>
      {fit.kind === 'fails' ? t('fails', { n: number(fit.count), all: number(fit.of) }) : t(fit.kind)}
    </span>
  );
}

/** What words of the file that are no choice stand for. */
function WordRows({ column, field, state }: { column: Column; field: Field; state: AppendState }) {
  const t = useTranslations('layerBuilder.append.words');
  const strange = strangeWords(column, field);
  if (strange.length === 0) return null;
  const choices = (field.choices ?? []).filter(({ retired }) => !retired);
  return (
    <tr>
      <td colSpan={4}>
        <div className={classes.words}>
          <span>{t('title', { field: field.label })}</span>
          {strange.map((word) => (
            <span key={word} className={classes.word}>
              <bdi>{word}</bdi>
              <NativeSelect
                aria-label={t('of', { word })}
                value={state.words[field.name]?.[word] ?? '-'}
                data={[
                  { value: '-', label: t('refuse') },
                  { value: '', label: t('empty') },
                  ...choices.map(({ value, label }) => ({ value, label })),
                ]}
                onChange={(event) => state.setWord(field.name, word, event.currentTarget.value)}
              />
            </span>
          ))}
        </div>
      </td>
    </tr>
  );
}

export function MappingTable({
  columns,
  form,
  state,
}: {
  columns: readonly Column[];
  form: readonly Field[];
  state: AppendState;
}) {
  const t = useTranslations('layerBuilder.append.mapping');
  const fields = fillable(form);
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('samples')}</th>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('fit')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => {
            const field = fields.find(({ name }) => name === state.mapping[column.name]);
            return [
              <tr key={column.name} data-off={!field || undefined}>
                <th scope="row">
                  <bdi>{column.name}</bdi>
                </th>
                <td className={classes.samples}>
                  {column.samples.length > 0 ? <Samples of={column.samples} /> : t('noSamples')}
                </td>
                <td className={classes.target}>
                  <IconArrowLeft size={16} aria-hidden className={classes.arrow} />
                  <Select
                    aria-label={t('fieldOf', { name: column.name })}
                    placeholder={t('out')}
                    clearable
                    searchable
                    value={field?.name ?? null}
                    data={fields.map(({ name, label, required }) => ({
                      value: name,
                      label: required ? `${label} *` : label,
                    }))}
                    onChange={(name) => state.setMapping(withColumn(state.mapping, column.name, name))}
                  />
                  {field?.reference && <KeyChoice field={field} state={state} />}
                </td>
                <td className={classes.fit}>
                  {field ? <FitText column={column} field={field} state={state} /> : t('out')}
                </td>
              </tr>,
              field && <WordRows key={`${column.name}-words`} column={column} field={field} state={state} />,
            ];
          })}
        </tbody>
      </table>
    </div>
  );
}
