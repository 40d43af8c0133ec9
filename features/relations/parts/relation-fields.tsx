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

const useFields = (layer: number | null): readonly Field[] =>
  useRead(api.layers.fields, { params: { id: layer ?? 0 } }, { enabled: layer !== null }).data ?? [];

const optionsOf = (fields: readonly Field[]) => fields.map(({ name, label }) => ({ value: name, label }));

interface RelationFieldsProps {
  form: ResourceForm<RelationValues>['form'];
}

export function RelationFields({ form }: RelationFieldsProps) {
  const t = useTranslations('relations.form');
  const layers = useRead(api.layers.simple, {});
  const { values } = form;
  const [parentFields, childFields] = [useFields(values.parent_layer), useFields(values.child_layer)];
  const withRecords = (layers.data ?? []).filter(({ type }) => type <= MAX_TYPE_WITH_RECORDS);
  const layerOptions = withRecords.map(({ id, label }) => ({ value: String(id), label }));
  const labelOf = (id: number | null) => withRecords.find((layer) => layer.id === id)?.label ?? '';
  /** Names that nobody has written yet follow the layers. */
  const pickLayer = (side: 'parent' | 'child', id: string | null) => {
    const layer = id === null ? null : Number(id);
    const [label, old] = [labelOf(layer), labelOf(values[`${side}_layer`])];
    const named = side === 'parent' ? 'back_label' : 'label';
    form.setValues({
      [`${side}_layer`]: layer,
      [`${side}_field`]: '',
      ...(side === 'parent' ? { title: null } : { columns: [] }),
      ...(values[named] === '' || values[named] === old ? { [named]: label.slice(0, 100) } : {}),
      ...(side === 'child' && (values.name === '' || values.name === old) ? { name: label.slice(0, 100) } : {}),
    });
  };
  const childField = childFields.find(({ name }) => name === values.child_field);
  const isReference = childField?.type === 'reference';
  const parentKeys = [
    ...(!childField || isReference ? [{ value: RECORD_ID, label: t('recordId') }] : []),
    ...optionsOf(parentFields.filter((field) => field.type !== 'reference' && isKeyField(field) && !isReference)),
  ];
  const layerProps = { data: layerOptions, searchable: true, required: true, allowDeselect: false } as const;
  return (
    <>
      <Card title={t('ends')} hint={t('endsHint')}>
        <Select
          label={t('parentLayer')}
          {...layerProps}
          {...form.getInputProps('parent_layer')}
          value={values.parent_layer === null ? null : String(values.parent_layer)}
          onChange={(id) => pickLayer('parent', id)}
        />
        <Select
          label={t('childLayer')}
          {...layerProps}
          {...form.getInputProps('child_layer')}
          value={values.child_layer === null ? null : String(values.child_layer)}
          onChange={(id) => pickLayer('child', id)}
        />
        <Select
          label={t('childField')}
          required
          allowDeselect={false}
          disabled={values.child_layer === null}
          data={optionsOf(childFields.filter(isKeyField))}
          nothingFoundMessage={t('noKey')}
          {...form.getInputProps('child_field')}
          value={values.child_field || null}
          onChange={(name) => {
            const field = childFields.find((one) => one.name === name);
            const isId = field?.type === 'reference';
            form.setValues({
              child_field: name ?? '',
              ...(isId !== (values.parent_field === RECORD_ID) ? { parent_field: isId ? RECORD_ID : '' } : {}),
            });
          }}
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
      <Card title={t('look')}>
        <TextInput label={t('name')} required maxLength={100} {...form.getInputProps('name')} />
        <TextInput
          label={t('label')}
          description={t('labelHint')}
          required
          maxLength={100}
          {...form.getInputProps('label')}
        />
        <TextInput
          label={t('backLabel')}
          description={t('backLabelHint')}
          required
          maxLength={100}
          {...form.getInputProps('back_label')}
        />
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
    </>
  );
}
