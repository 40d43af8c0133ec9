// What a field is called, how it looks, and what is told beside it.
'use client';
import { Checkbox, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { isNumeric } from '@/contract/fields';
import { MAX_NAME } from '@/contract/schemas/form';
import { cleanName } from '../../logic/names';
import classes from './inspector.module.css';
import type { PartProps } from './part';

export function GeneralPart({ item, onPatch, errorOf }: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const { field, isSaved } = item;
  return (
    <div className={classes.part}>
      <TextInput
        label={t('label')}
        required
        data-part="label"
        value={field.label}
        maxLength={200}
        error={errorOf('label')}
        onChange={(event) => onPatch({ label: event.currentTarget.value })}
      />
      <TextInput
        label={t('name')}
        description={t(isSaved ? 'nameFixed' : 'nameHint')}
        data-part="name"
        value={field.name}
        maxLength={MAX_NAME}
        readOnly={isSaved}
        variant={isSaved ? 'filled' : 'default'}
        error={errorOf('name')}
        onChange={(event) => onPatch({ name: event.currentTarget.value })}
        onBlur={() => {
          const name = cleanName(field.name);
          if (!isSaved && name !== '' && name !== field.name) onPatch({ name });
        }}
      />
      <Textarea
        label={t('hint')}
        data-part="hint"
        rows={2}
        value={field.hint ?? ''}
        maxLength={300}
        error={errorOf('hint')}
        onChange={(event) => onPatch({ hint: event.currentTarget.value || undefined })}
      />
      {isNumeric(field) && (
        <TextInput
          label={t('unit')}
          data-part="unit"
          value={field.unit ?? ''}
          maxLength={20}
          error={errorOf('unit')}
          onChange={(event) => onPatch({ unit: event.currentTarget.value || undefined })}
        />
      )}
      <div>
        <div className={classes.caption} id={`${item.key}-width`}>
          {t('width')}
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby={`${item.key}-width`}
          value={field.width ?? 'full'}
          data={[
            { value: 'full', label: t('full') },
            { value: 'half', label: t('half') },
          ]}
          onChange={(width) => onPatch({ width: width === 'half' ? 'half' : undefined })}
        />
      </div>
      <Checkbox
        label={t('readOnly')}
        data-part="read_only"
        checked={field.read_only ?? false}
        error={errorOf('read_only')}
        onChange={(event) => onPatch({ read_only: event.currentTarget.checked || undefined })}
      />
    </div>
  );
}
