// One of the values that the definition lists.
import { fold } from '../fold';
import { type Choice, type Definition, type DefinitionProblem, type FieldSpec, SAME_COMPARISONS, WRITTEN } from './spec'; // biome-ignore format: one line

type Choices = readonly Choice[];

/** What finds a choice: its value, and what is written like its value or its label, folded. Null where two labels are written alike. */
interface Index {
  byValue: ReadonlyMap<string, Choice>;
  byWord: ReadonlyMap<string, Choice | null>;
}
const indexes = new WeakMap<Choices, Index>();
function indexOf(choices: Choices): Index {
  let index = indexes.get(choices);
  if (!index) {
    const byWord = new Map<string, Choice | null>();
    for (const choice of choices) {
      const word = fold(choice.label);
      byWord.set(word, byWord.has(word) ? null : choice);
    }
    // A value's own writing counts more than a label.
    for (const choice of choices) byWord.set(fold(choice.value), choice);
    index = { byValue: new Map(choices.map((choice) => [choice.value, choice])), byWord };
    indexes.set(choices, index);
  }
  return index;
}

/** The choice with a value, else the one that is written so; undefined where there is none. */
export function findChoice(choices: Choices, text: string): Choice | undefined {
  const { byValue, byWord } = indexOf(choices);
  return byValue.get(text) ?? byWord.get(fold(text)) ?? undefined;
}

const narrowed = new WeakMap<Choices, Map<string, Choices>>();
/** The choices that belong to one of the parent's; one without a parent belongs to all. */
export function choicesBelow(choices: Choices, parent: string): Choices {
  const byParent = narrowed.get(choices) ?? new Map<string, Choices>();
  narrowed.set(choices, byParent);
  let below = byParent.get(parent);
  if (!below) {
    below = choices.filter((choice) => !choice.parent || choice.parent.includes(parent));
    byParent.set(parent, below);
  }
  return below;
}

/** What people read for a value; the value itself where the choice is gone. */
export const choiceLabel = ({ choices = [] }: Definition, value: string): string =>
  indexOf(choices).byValue.get(value)?.label ?? value;

/** Texts as choices whose values are what people read. */
export const choicesOf = (...texts: string[]): Choice[] => texts.map((text) => ({ value: text, label: text }));

/** Long lists are looked at once for as long as they stay the same. */
const checkedLists = new WeakMap<Choices, DefinitionProblem | null>();

export function choicesProblem({ choices = [] }: Definition): DefinitionProblem | null {
  if (choices.length === 0) return 'formNoChoices';
  let problem = checkedLists.get(choices);
  if (problem === undefined) {
    problem = listProblem(choices);
    checkedLists.set(choices, problem);
  }
  return problem;
}

function listProblem(choices: Choices): DefinitionProblem | null {
  if (choices.some(({ value, label }) => value.trim() === '' || label.trim() === '')) return 'formChoiceEmpty';
  return new Set(choices.map(({ value }) => fold(value))).size < choices.length ? 'formChoiceTwice' : null;
}

export const choice: FieldSpec = {
  format: 'text',
  read(raw, { choices = [] }) {
    const one = findChoice(choices, String(raw));
    return one ? { value: one.value } : { problem: 'choice' };
  },
  operand: (raw) => ({ value: String(raw) }),
  ofText: (text) => text,
  parts: [...WRITTEN, 'choices', 'parent_field', 'list', 'unique'],
  problems(field) {
    const problem = choicesProblem(field);
    return problem ? [['choices', problem]] : [];
  },
  comparisons: SAME_COMPARISONS,
  standsAlone: false,
  ogr: '',
};
