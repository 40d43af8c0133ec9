// What a field is called, how it looks, and what is told beside it.
'use client';
import { Checkbox, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { hasNoValue } from '@/contract/fields';
import { MAX_NAME } from '@/contract/schemas/form';
import { cleanName } from '../../logic/names';
import { becomes, KINDS, type Kind, kindOf } from '../../logic/palette';
import classes from './inspector.module.css';
import { type PartProps, reads } from './part';

/** Kinds that never become another one, and no other one becomes. */
const FIXED: ReadonlySet<Kind> = new Set(['section', 'note', 'file', 'image', 'signature', 'computed', 'reference']);

/** What a field may become: every kind with a value of its own, or what it is. */
function KindSelect({ item, onPatch, errorOf }: PartProps) {
  const t = useTranslations('formStudio');
  const kind = kindOf(item.field);
  const { field } = item;
  if (hasNoValue(field)) return null;
  const kinds = KINDS.filter((one) => one === kind || (!FIXED.has(one) && !FIXED.has(kind)));
  return (
    <Select
      label={t('inspector.type')}
      data-part="type"
      allowDeselect={false}
      searchable
      data={kinds.map((one) => ({ value: one as string, label: t(`kinds.${one}`) }))}
      value={kind}
      error={errorOf('type')}
      onChange={(next) => next && next !== kind && onPatch(becomes(field, next as Kind))}
    />
  );
}

const COLUMNS = ['1', '2'] as const;
const CALENDARS = ['reader', 'jalali', 'gregorian'] as const;

/** Two or three ways to show a thing. */
function Ways(props: {
  id: string;
  label: string;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const { id, label, value, data, onChange } = props;
  return (
    <div>
      <div className={classes.caption} id={id}>
        {label}
      </div>
      <SegmentedControl fullWidth aria-labelledby={id} value={value} data={data} onChange={onChange} />
    </div>
  );
}

function Look({ item, onPatch }: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const { field, key } = item;
  return (
    <>
      {field.type !== 'section' && (
        <Ways
          id={`${key}-width`}
          label={t('width')}
          value={field.width ?? 'full'}
          data={[
            { value: 'full', label: t('full') },
            { value: 'half', label: t('half') },
          ]}
          onChange={(width) => onPatch({ width: width === 'half' ? 'half' : undefined })}
        />
      )}
      {reads(field, 'columns') && (
        <Ways
          id={`${key}-columns`}
          label={t('columns')}
          value={String(field.columns ?? 1)}
          data={COLUMNS.map((value) => ({ value, label: t(value === '1' ? 'one' : 'two') }))}
          onChange={(columns) => onPatch({ columns: columns === '2' ? 2 : undefined })}
        />
      )}
      {reads(field, 'calendar') && (
        <Ways
          id={`${key}-calendar`}
          label={t('calendar')}
          value={field.calendar ?? 'reader'}
          data={CALENDARS.map((value) => ({ value, label: t(`calendars.${value}`) }))}
          onChange={(calendar) => onPatch({ calendar: calendar === 'reader' ? undefined : calendar })}
        />
      )}
    </>
  );
}

export function GeneralPart(props: PartProps) {
  const { item, onPatch, errorOf } = props;
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
      <KindSelect {...props} />
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
      {reads(field, 'unit') && (
        <TextInput
          label={t('unit')}
          data-part="unit"
          value={field.unit ?? ''}
          maxLength={20}
          error={errorOf('unit')}
          onChange={(event) => onPatch({ unit: event.currentTarget.value || undefined })}
        />
      )}
      <Look {...props} />
      {reads(field, 'read_only') && (
        <Checkbox
          label={t('readOnly')}
          data-part="read_only"
          checked={field.read_only ?? false}
          error={errorOf('read_only')}
          onChange={(event) => onPatch({ read_only: event.currentTarget.checked || undefined })}
        />
      )}
    </div>
  );
}
