// What values a field takes.
'use client';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { isDated, isList, isNumeric } from '@/contract/fields';
import classes from './inspector.module.css';
import { OptionalNumber } from './optional-number';
import { type PartProps, reads } from './part';
import { PatternPart } from './pattern-part';

type LimitsProps = PartProps & { least: string; most: string };

function NumberLimits({ item, onPatch, errorOf, least, most, isWhole }: LimitsProps & { isWhole: boolean }) {
  const { min, max } = item.field;
  return (
    <div className={classes.pair}>
      <OptionalNumber
        key={`${item.key}-min`}
        label={least}
        data-part="min"
        isWhole={isWhole}
        value={typeof min === 'number' ? min : undefined}
        error={errorOf('min')}
        onChange={(value) => onPatch({ min: value })}
      />
      <OptionalNumber
        key={`${item.key}-max`}
        label={most}
        data-part="max"
        isWhole={isWhole}
        value={typeof max === 'number' ? max : undefined}
        error={errorOf('max')}
        onChange={(value) => onPatch({ max: value })}
      />
    </div>
  );
}

function DayLimits({ item, onPatch, errorOf, least, most }: LimitsProps) {
  const { min, max } = item.field;
  return (
    <div className={classes.pair}>
      <PersianDateInput
        key={`${item.key}-min`}
        label={least}
        data-part="min"
        value={typeof min === 'string' ? min : null}
        error={errorOf('min')}
        onChange={(day) => onPatch({ min: day ?? undefined })}
      />
      <PersianDateInput
        key={`${item.key}-max`}
        label={most}
        data-part="max"
        value={typeof max === 'string' ? max : null}
        error={errorOf('max')}
        onChange={(day) => onPatch({ max: day ?? undefined })}
      />
    </div>
  );
}

function TimeLimits({ item, onPatch, errorOf, least, most }: LimitsProps) {
  return (
    <div className={classes.pair}>
      {(['min', 'max'] as const).map((part) => (
        <TextInput
          key={`${item.key}-${part}`}
          label={part === 'min' ? least : most}
          type="time"
          data-part={part}
          value={String(item.field[part] ?? '')}
          error={errorOf(part)}
          onChange={(event) => onPatch({ [part]: event.currentTarget.value || undefined })}
        />
      ))}
    </div>
  );
}

/** The limits of what a field takes: of its text, its number, its day, its time, or how many values there are. */
function Limits(props: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const { field } = props.item;
  if (!reads(field, 'min')) return null;
  if (isDated(field)) return <DayLimits {...props} least={t('minDay')} most={t('maxDay')} />;
  if (field.type === 'time') return <TimeLimits {...props} least={t('minTime')} most={t('maxTime')} />;
  if (isList(field)) return <NumberLimits {...props} isWhole least={t('minCount')} most={t('maxCount')} />;
  if (isNumeric(field))
    return <NumberLimits {...props} isWhole={field.type === 'integer'} least={t('min')} most={t('max')} />;
  return <NumberLimits {...props} isWhole least={t('minLength')} most={t('maxLength')} />;
}

export function ValidationPart(props: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const { item, onPatch, errorOf } = props;
  const { field } = item;
  const check = (part: 'required' | 'unique') =>
    reads(field, part) && (
      <Checkbox
        label={t(part)}
        data-part={part}
        checked={field[part] ?? false}
        error={errorOf(part)}
        onChange={(event) => onPatch({ [part]: event.currentTarget.checked || undefined })}
      />
    );
  return (
    <div className={classes.part}>
      {check('required')}
      {check('unique')}
      <Limits {...props} />
      {reads(field, 'precision') && (
        <OptionalNumber
          label={t('precision')}
          data-part="precision"
          isWhole
          value={field.precision}
          error={errorOf('precision')}
          onChange={(value) => onPatch({ precision: value })}
        />
      )}
      {field.type === 'text' && <PatternPart {...props} />}
    </div>
  );
}
