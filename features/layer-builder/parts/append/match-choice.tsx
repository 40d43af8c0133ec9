// By which field a row knows its record, and what becomes of a row that has one.
'use client';
import { Radio, Select, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Layer } from '@/contract/schemas/layer';
import { MATCH_ACTS } from '@/contract/schemas/upload';
import { type Match, matchable } from '../../logic/append/mapping';
import classes from './append.module.css';
import type { AppendState } from './use-append';

export function MatchChoice({ layer, state }: { layer: Layer; state: AppendState }) {
  const t = useTranslations('layerBuilder.append.match');
  const fields = matchable(layer.config.form, state.mapping);
  const { match } = state;
  return (
    <fieldset className={classes.match}>
      <legend>{t('title')}</legend>
      <Select
        label={t('field')}
        description={t('hint')}
        placeholder={t('none')}
        clearable
        maw={360}
        value={match?.field ?? null}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        onChange={(field) => state.setMatch(field === null ? null : { field, on: match?.on ?? 'skip' })}
      />
      {match ? (
        <Radio.Group
          label={t('on')}
          value={match.on}
          onChange={(on) => state.setMatch({ ...match, on: on as Match['on'] })}
        >
          <Stack gap={6} mt={6}>
            {MATCH_ACTS.map((on) => (
              <Radio
                key={on}
                value={on}
                label={t(`acts.${on}`)}
                disabled={on === 'update' && !layer.rights.edit}
                description={on === 'update' && !layer.rights.edit ? t('noEdit') : undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <p className={classes.hint}>{t('allNew')}</p>
      )}
    </fieldset>
  );
}
