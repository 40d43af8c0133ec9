// A long form in its sections: one is gone to by its name, and those that are done fold away.
'use client';
import { Accordion, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import type { Field } from '@/contract/schemas/form';
import { RecordFields } from '../field-control';
import classes from './add.module.css';

/** Fields up to which a form is seen whole. */
const MANY = 20;

interface Section {
  /** Name of its heading; empty for what stands before the first. */
  name: string;
  label: string;
  fields: Set<string>;
}

/** The fields under each heading, in their order. */
export function sectionsOf(form: readonly Field[]): Section[] {
  const sections: Section[] = [{ name: '', label: '', fields: new Set() }];
  for (const { name, label, type } of form) {
    if (type === 'section') sections.push({ name, label, fields: new Set() });
    else sections.at(-1)?.fields.add(name);
  }
  return sections.filter(({ fields }) => fields.size > 0);
}

interface FoldedFieldsProps extends Omit<ComponentProps<typeof RecordFields>, 'part'> {
  /** The field that has the focus next: its section opens. */
  focused: string | null;
}

export function FoldedFields({ focused, ...props }: FoldedFieldsProps) {
  const t = useTranslations('records.add');
  const { form } = props.layer.config;
  const sections = sectionsOf(form);
  const [open, setOpen] = useState<string[]>(() => sections.map(({ name }) => name));
  if (form.length <= MANY || sections.length < 2) return <RecordFields {...props} />;
  const holder = sections.find(({ fields }) => focused !== null && fields.has(focused))?.name;
  const value = holder === undefined || open.includes(holder) ? open : [...open, holder];
  return (
    <>
      <Select
        label={t('jump')}
        placeholder={t('jumpTo')}
        data={sections.filter(({ name }) => name !== '').map(({ name, label }) => ({ value: name, label }))}
        value={null}
        searchable
        onChange={(name) => {
          if (!name) return;
          setOpen([...open, name]);
          document.getElementById(`${props.id}-part-${name}`)?.scrollIntoView({ block: 'start' });
        }}
      />
      {sections.map(({ name, fields }) => name === '' && <RecordFields key="" {...props} part={fields} />)}
      <Accordion multiple value={value} onChange={setOpen} classNames={{ content: classes.part }}>
        {sections.map(
          ({ name, label, fields }) =>
            name !== '' && (
              <Accordion.Item key={name} value={name} id={`${props.id}-part-${name}`}>
                <Accordion.Control>
                  <bdi>{label}</bdi>
                </Accordion.Control>
                <Accordion.Panel>
                  <RecordFields {...props} part={fields} />
                </Accordion.Panel>
              </Accordion.Item>
            ),
        )}
      </Accordion>
    </>
  );
}
