// The settings of the selected field, in parts that open and close.
'use client';
import { Accordion } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentType, useState } from 'react';
import { hasNoValue, isChoice } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import type { ItemProblems } from '../../logic/problems';
import { useProblemWords } from '../use-problem-words';
import type { StudioState } from '../use-studio';
import { ChoicesPart } from './choices-part';
import { ComputedPart } from './computed-part';
import { ConditionPart } from './condition-part';
import { DefaultPart } from './default-part';
import { GeneralPart } from './general-part';
import classes from './inspector.module.css';
import { type PartProps, reads } from './part';
import { ReferencePart } from './reference-part';
import { ValidationPart } from './validation-part';

type PartId = 'general' | 'choices' | 'computed' | 'reference' | 'validation' | 'defaultPart' | 'condition';
interface PartRow {
  id: PartId;
  Part: ComponentType<PartProps>;
  /** The parts of a field that are set there. */
  parts: readonly (keyof Field)[];
  isFor: (field: Field) => boolean;
}

const PARTS: readonly PartRow[] = [
  {
    id: 'general',
    Part: GeneralPart,
    parts: ['label', 'name', 'type', 'hint', 'unit', 'width', 'read_only', 'columns', 'calendar'],
    isFor: () => true,
  },
  { id: 'choices', Part: ChoicesPart, parts: ['choices', 'parent_field', 'list'], isFor: isChoice },
  { id: 'computed', Part: ComputedPart, parts: ['expr'], isFor: ({ type }) => type === 'computed' },
  { id: 'reference', Part: ReferencePart, parts: ['reference'], isFor: ({ type }) => type === 'reference' },
  {
    id: 'validation',
    Part: ValidationPart,
    parts: ['required', 'unique', 'min', 'max', 'precision', 'pattern'],
    isFor: (field) => reads(field, 'required') || reads(field, 'precision'),
  },
  { id: 'defaultPart', Part: DefaultPart, parts: ['default'], isFor: (field) => reads(field, 'default') },
  { id: 'condition', Part: ConditionPart, parts: ['visible_if', 'required_if', 'warn_if'], isFor: () => true },
];
const OPEN: readonly PartId[] = ['general', 'choices', 'computed', 'reference', 'validation'];

export interface InspectorProps {
  studio: StudioState;
  problems: ReadonlyMap<string, ItemProblems>;
  layer: number | null;
}

export function Inspector({ studio, problems, layer }: InspectorProps) {
  const t = useTranslations('formStudio.inspector');
  const words = useProblemWords();
  const [open, setOpen] = useState<string[]>([...OPEN]);
  const { selected: item, document, saved } = studio;
  if (!item) return <p className={classes.note}>{t('nothing')}</p>;
  const wrong = problems.get(item.key) ?? {};
  const at = document.items.indexOf(item);
  const part: PartProps = {
    item,
    before: document.items.slice(0, at).flatMap(({ field }) => (hasNoValue(field) ? [] : [field])),
    onPatch: (patch) => studio.patch(item.key, patch),
    onItems: (change) => studio.change({ ...document, items: change(document.items) }),
    errorOf: (name) => {
      const problem = wrong[name];
      return problem === undefined ? null : words(problem);
    },
    layer,
    savedField: (item.isSaved && saved.items.find(({ field }) => field.name === item.field.name)?.field) || null,
  };
  const rows = PARTS.filter(({ isFor }) => isFor(item.field));
  // What is wrong is never hidden behind a closed part.
  const wrongParts = rows.filter(({ parts }) => parts.some((name) => wrong[name] !== undefined)).map(({ id }) => id);
  return (
    <Accordion
      multiple
      chevronPosition="left"
      value={[...new Set([...open, ...wrongParts])]}
      onChange={setOpen}
      classNames={{ item: classes.item, control: classes.control, content: classes.content, label: classes.title }}
    >
      {rows.map(({ id, Part }) => (
        <Accordion.Item key={id} value={id}>
          <Accordion.Control>{t(id)}</Accordion.Control>
          <Accordion.Panel>
            <Part key={item.key} {...part} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
