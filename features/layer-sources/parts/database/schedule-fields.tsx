// When a layer is read again, and what becomes of what was edited here.
'use client';
import { Radio, Select, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EDITS, SYNC_TIMES } from '@/contract/schemas/sources/layer-sync';
import { useFormat } from '@/lib/i18n/use-format';
import type { ScheduleValues } from '../../logic/database-values';
import classes from './database.module.css';

export interface ScheduleFieldsProps {
  value: ScheduleValues;
  onChange: (change: Partial<ScheduleValues>) => void;
}

export function ScheduleFields({ value, onChange }: ScheduleFieldsProps) {
  const t = useTranslations('layerSources.schedule');
  const { digits } = useFormat();
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={t('every')}
          data={SYNC_TIMES.map((time) => ({ value: time, label: t(`times.${time}`) }))}
          value={value.every}
          allowDeselect={false}
          onChange={(every) => onChange({ every: SYNC_TIMES.find((one) => one === every) ?? 'manual' })}
        />
        {value.every === 'daily' && (
          <Select
            label={t('hour')}
            description={t('zone')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: digits(`${hour}:00`) }))}
            value={String(value.hour)}
            allowDeselect={false}
            onChange={(hour) => onChange({ hour: Number(hour ?? 0) })}
          />
        )}
      </div>
      <Radio.Group
        label={t('edits')}
        value={value.edits}
        onChange={(edits) => onChange({ edits: EDITS.find((one) => one === edits) ?? 'ours' })}
      >
        <Stack gap="xs" mt={6}>
          {EDITS.map((one) => (
            <Radio key={one} value={one} label={t(`decisions.${one}.label`)} description={t(`decisions.${one}.text`)} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}
