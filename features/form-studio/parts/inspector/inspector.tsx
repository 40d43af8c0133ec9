// The settings of the selected field, in parts that open and close.
'use client';
import { Accordion } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentType, useState } from 'react';
import type { Field } from '@/contract/schemas/form';
import type { ItemProblems } from '../../logic/problems';
import { useProblemWords } from '../use-problem-words';
import type { StudioState } from '../use-studio';
import { ConditionPart } from './condition-part';
import { GeneralPart } from './general-part';
import classes from './inspector.module.css';
import type { PartProps } from './part';
import { ValidationPart } from './validation-part';

interface PartRow {
  id: 'general' | 'validation' | 'condition';
  Part: ComponentType<PartProps>;
  /** The parts of a field that are set there. */
  parts: readonly (keyof Field)[];
  isFor?: (field: Field) => boolean;
}

const PARTS: readonly PartRow[] = [
  { id: 'general', Part: GeneralPart, parts: ['label', 'name', 'hint', 'unit', 'width', 'read_only'] },
  { id: 'validation', Part: ValidationPart, parts: ['required', 'min', 'max', 'precision', 'pattern'] },
  { id: 'condition', Part: ConditionPart, parts: ['visible_if', 'required_if', 'warn_if'] },
];

export interface InspectorProps {
  studio: StudioState;
  problems: ReadonlyMap<string, ItemProblems>;
  layer: number | null;
}

export function Inspector({ studio, problems, layer }: InspectorProps) {
  const t = useTranslations('formStudio.inspector');
  const words = useProblemWords();
  const [open, setOpen] = useState<string[]>(['general', 'validation']);
  const { selected: item, document } = studio;
  if (!item) return <p className={classes.note}>{t('nothing')}</p>;
  const wrong = problems.get(item.key) ?? {};
  const at = document.items.indexOf(item);
  const part: PartProps = {
    item,
    before: document.items.slice(0, at).map(({ field }) => field),
    onPatch: (patch) => studio.patch(item.key, patch),
    errorOf: (name) => {
      const problem = wrong[name];
      return problem === undefined ? null : words(problem);
    },
    layer,
  };
  const rows = PARTS.filter(({ isFor }) => isFor?.(item.field) ?? true);
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
