// What values a field takes.
'use client';
import { Checkbox } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { isDated, isNumeric } from '@/contract/fields';
import classes from './inspector.module.css';
import { OptionalNumber } from './optional-number';
import type { PartProps } from './part';
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

export function ValidationPart(props: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const { item, onPatch, errorOf } = props;
  const { field } = item;
  const isText = field.type === 'text' || field.type === 'long_text';
  return (
    <div className={classes.part}>
      <Checkbox
        label={t('required')}
        data-part="required"
        checked={field.required ?? false}
        error={errorOf('required')}
        onChange={(event) => onPatch({ required: event.currentTarget.checked || undefined })}
      />
      {isText && <NumberLimits {...props} isWhole least={t('minLength')} most={t('maxLength')} />}
      {isNumeric(field) && (
        <NumberLimits {...props} isWhole={field.type === 'integer'} least={t('min')} most={t('max')} />
      )}
      {isDated(field) && <DayLimits {...props} least={t('minDay')} most={t('maxDay')} />}
      {field.type === 'decimal' && (
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
