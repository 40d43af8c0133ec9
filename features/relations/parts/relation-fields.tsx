// The fields of a relation: its two layers with their keys, its rules, and how it is shown on a record.
'use client';
import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/layout/card';
import { isReadable } from '@/contract/fields';
import { api } from '@/contract/index';
import type { Field } from '@/contract/schemas/form';
import { DELETE_RULES, isKeyField, MAX_RELATION_COLUMNS, RELATION_KINDS } from '@/contract/schemas/layers/relation';
import { useRead } from '@/lib/api/hooks';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import { RECORD_ID, type RelationValues } from '../logic/relation-values';

const MAX_TYPE_WITH_RECORDS = 3;
const MAX_LABEL = 100;

const useFields = (layer: number | null): readonly Field[] =>
  useRead(api.layers.fields, { params: { id: layer ?? 0 } }, { enabled: layer !== null }).data ?? [];

const optionsOf = (fields: readonly Field[]) => fields.map(({ name, label }) => ({ value: name, label }));

interface CardProps {
  form: ResourceForm<RelationValues>['form'];
  parentFields: readonly Field[];
  childFields: readonly Field[];
}

export function RelationFields({ form }: Pick<CardProps, 'form'>) {
  const fields = { parentFields: useFields(form.values.parent_layer), childFields: useFields(form.values.child_layer) };
  return (
    <>
      <EndsCard form={form} {...fields} />
      <RulesCard form={form} />
      <LookCard form={form} {...fields} />
    </>
  );
}

/** Names that nobody has written yet follow the layers. */
function useLayerPick({ values, setValues }: CardProps['form']) {
  const layers = useRead(api.layers.simple, {});
  const withRecords = (layers.data ?? []).filter(({ type }) => type <= MAX_TYPE_WITH_RECORDS);
  const labelOf = (id: number | null) => withRecords.find((layer) => layer.id === id)?.label ?? '';
  const pick = (side: 'parent' | 'child', id: string | null) => {
    const layer = id === null ? null : Number(id);
    const [label, old] = [labelOf(layer), labelOf(values[`${side}_layer`])];
    const nameKey = side === 'parent' ? 'back_label' : 'label';
    const isOwn = (name: string) => name !== '' && name !== old;
    setValues({
      [`${side}_layer`]: layer,
      [`${side}_field`]: '',
      ...(side === 'parent' ? { title: null } : { columns: [] }),
      ...(isOwn(values[nameKey]) ? {} : { [nameKey]: label.slice(0, MAX_LABEL) }),
      ...(side === 'parent' || isOwn(values.name) ? {} : { name: label.slice(0, MAX_LABEL) }),
    });
  };
  return { options: withRecords.map(({ id, label }) => ({ value: String(id), label })), pick };
}

function EndsCard({ form, parentFields, childFields }: CardProps) {
  const t = useTranslations('relations.form');
  const { values } = form;
  const { options, pick } = useLayerPick(form);
  const childField = childFields.find(({ name }) => name === values.child_field);
  const isReference = childField?.type === 'reference';
  const parentKeys = [
    ...(!childField || isReference ? [{ value: RECORD_ID, label: t('recordId') }] : []),
    ...optionsOf(parentFields.filter((field) => field.type !== 'reference' && isKeyField(field) && !isReference)),
  ];
  const pickChildField = (name: string | null) => {
    const isId = childFields.find((one) => one.name === name)?.type === 'reference';
    const parent = isId === (values.parent_field === RECORD_ID) ? {} : { parent_field: isId ? RECORD_ID : '' };
    form.setValues({ child_field: name ?? '', ...parent });
  };
  const sides = [
    ['parent', 'parentLayer'],
    ['child', 'childLayer'],
  ] as const;
  return (
    <Card title={t('ends')} hint={t('endsHint')}>
      {sides.map(([side, label]) => (
        <Select
          key={side}
          label={t(label)}
          data={options}
          searchable
          required
          allowDeselect={false}
          {...form.getInputProps(`${side}_layer`)}
          value={values[`${side}_layer`] === null ? null : String(values[`${side}_layer`])}
          onChange={(id) => pick(side, id)}
        />
      ))}
      <Select
        label={t('childField')}
        required
        allowDeselect={false}
        disabled={values.child_layer === null}
        data={optionsOf(childFields.filter(isKeyField))}
        nothingFoundMessage={t('noKey')}
        {...form.getInputProps('child_field')}
        value={values.child_field || null}
        onChange={pickChildField}
      />
      <Select
        label={t('parentField')}
        description={t('parentFieldHint')}
        required
        allowDeselect={false}
        disabled={values.parent_layer === null}
        data={parentKeys}
        {...form.getInputProps('parent_field')}
        value={values.parent_field || null}
        onChange={(name) => form.setFieldValue('parent_field', name ?? '')}
      />
    </Card>
  );
}

function RulesCard({ form }: Pick<CardProps, 'form'>) {
  const t = useTranslations('relations.form');
  return (
    <Card title={t('rules')}>
      <Select
        label={t('kind')}
        allowDeselect={false}
        data={RELATION_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <Select
        label={t('onDelete')}
        allowDeselect={false}
        data={DELETE_RULES.map((value) => ({ value, label: t(`deletes.${value}`) }))}
        {...form.getInputProps('on_delete')}
      />
      <Checkbox
        label={t('required')}
        description={t('requiredHint')}
        {...form.getInputProps('required', { type: 'checkbox' })}
      />
    </Card>
  );
}

function LookCard({ form, parentFields, childFields }: CardProps) {
  const t = useTranslations('relations.form');
  const name = (label: string, hint?: string) => ({ label, required: true, maxLength: MAX_LABEL, description: hint });
  return (
    <Card title={t('look')}>
      <TextInput {...name(t('name'))} {...form.getInputProps('name')} />
      <TextInput {...name(t('label'), t('labelHint'))} {...form.getInputProps('label')} />
      <TextInput {...name(t('backLabel'), t('backLabelHint'))} {...form.getInputProps('back_label')} />
      <Select
        label={t('title')}
        clearable
        data={optionsOf(parentFields.filter(isReadable))}
        {...form.getInputProps('title')}
      />
      <MultiSelect
        label={t('columns')}
        description={t('columnsHint')}
        maxValues={MAX_RELATION_COLUMNS}
        data={optionsOf(childFields.filter(isReadable))}
        {...form.getInputProps('columns')}
      />
    </Card>
  );
}
