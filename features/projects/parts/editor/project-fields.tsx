// The fields of a project: what it is, where, who does it and who judges it, by when.
'use client';
import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { Card } from '@/components/layout/card';
import { OptionPick } from '@/components/pickers/option-pick';
import { APPROVALS } from '@/contract/schemas/project';
import type { OptionSource } from '@/lib/collection/options';
import { isFixed, type ProjectValues } from '../../logic/project-values';

export interface ProjectFieldsProps {
  form: UseFormReturnType<ProjectValues>;
  /** Null for a new one. */
  state: number | null;
  sources: Record<'region' | 'layers' | 'members' | 'supervisors', OptionSource>;
}

const PICKS = { region: 1, layers: 200, members: 500, supervisors: 50 } as const;

/** The past is no day to be due, but what is saved may stay. */
export function ProjectFields({ form, state, sources }: ProjectFieldsProps) {
  const t = useTranslations('projects.form');
  const { values, errors } = form;
  const fixed = (part: keyof ProjectValues) => isFixed(part, state);
  const pick = (part: keyof typeof PICKS) => (
    <OptionPick
      label={t(part)}
      description={fixed(part) ? t('fixed') : t(`${part}Hint`)}
      value={values[part]}
      onChange={(ids) => form.setFieldValue(part, ids)}
      source={sources[part]}
      max={PICKS[part]}
      disabled={fixed(part)}
      error={errors[part]}
    />
  );
  return (
    <>
      <Card title={t('what')}>
        <TextInput
          label={t('name')}
          withAsterisk
          maxLength={200}
          disabled={fixed('name')}
          {...form.getInputProps('name')} /* biome-ignore format: one field */
        />
        <Textarea
          label={t('description')}
          maxLength={5000}
          rows={3}
          {...form.getInputProps('description')} /* biome-ignore format: one field */
        />
        {pick('region')}
        {pick('layers')}
      </Card>
      <Card title={t('who')}>
        {pick('members')}
        {pick('supervisors')}
        <div>
          <Text size="sm" fw={500} id="project-approvals">
            {t('approvals')}
          </Text>
          <SegmentedControl
            aria-labelledby="project-approvals"
            value={String(values.approvals)}
            disabled={fixed('approvals')}
            data={APPROVALS.map((n) => ({ value: String(n), label: t(n === 1 ? 'one' : 'two') }))}
            onChange={(value) => form.setFieldValue('approvals', Number(value))}
          />
          <Text size="xs" c="dimmed">
            {fixed('approvals') ? t('fixed') : t('approvalsHint')}
          </Text>
        </div>
        <PersianDateInput
          label={t('due_date')}
          value={values.due_date}
          onChange={(day) => form.setFieldValue('due_date', day)}
          error={errors.due_date}
          maw={240}
        />
      </Card>
    </>
  );
}
