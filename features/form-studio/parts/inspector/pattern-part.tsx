// The form that a short text must have: one that everybody knows, or one's own, tried on a sample.
'use client';
import { Select, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MAX_PATTERN, readPattern } from '@/contract/fields/patterns';
import { PRESETS, type Preset } from '@/contract/schemas/form';
import classes from './inspector.module.css';
import type { PartProps } from './part';

const NONE = 'none';
const OWN = 'own';

export function PatternPart({ item, onPatch, errorOf }: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const kinds = useTranslations('formStudio.kinds');
  const [sample, setSample] = useState('');
  const { pattern } = item.field;
  const own = pattern && 'text' in pattern ? pattern : null;
  const fits = pattern && sample !== '' ? readPattern(sample, pattern) !== null : null;
  const choose = (value: string | null) => {
    if (value === OWN) onPatch({ pattern: { text: '' } });
    else onPatch({ pattern: value === null || value === NONE ? undefined : { preset: value as Preset } });
  };
  return (
    <>
      <Select
        label={t('pattern')}
        data-part="pattern"
        allowDeselect={false}
        data={[
          { value: NONE, label: t('patternNone') },
          ...PRESETS.map((preset) => ({ value: preset as string, label: kinds(preset) })),
          { value: OWN, label: t('patternOwn') },
        ]}
        value={own ? OWN : pattern && 'preset' in pattern ? pattern.preset : NONE}
        error={own ? null : errorOf('pattern')}
        onChange={choose}
      />
      {own && (
        <>
          <TextInput
            label={t('patternText')}
            data-part="pattern"
            required
            attributes={{ input: { dir: 'ltr', spellCheck: false, autoComplete: 'off' } }}
            value={own.text}
            maxLength={MAX_PATTERN}
            error={errorOf('pattern')}
            onChange={(event) => onPatch({ pattern: { ...own, text: event.currentTarget.value } })}
          />
          <TextInput
            label={t('patternMessage')}
            value={own.message ?? ''}
            maxLength={200}
            onChange={(event) => {
              const { message: _message, ...rest } = own;
              const message = event.currentTarget.value;
              onPatch({ pattern: message ? { ...rest, message } : rest });
            }}
          />
        </>
      )}
      {pattern && (
        <div>
          <TextInput
            label={t('patternTest')}
            value={sample}
            maxLength={200}
            onChange={(event) => setSample(event.currentTarget.value)}
          />
          <p role="status" className={classes.note}>
            {fits === null ? '' : t(fits ? 'patternFits' : 'patternFails')}
          </p>
        </div>
      )}
    </>
  );
}
