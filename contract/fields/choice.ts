// One of the texts that the definition lists.
import { fold } from '../fold';
import { type Definition, type DefinitionProblem, type FieldSpec, unused } from './spec';

function choicesProblem({ choices = [] }: Definition): DefinitionProblem | null {
  const texts = choices.map((text) => text.trim());
  if (texts.length === 0) return 'formNoChoices';
  if (texts.includes('')) return 'formChoiceEmpty';
  return new Set(texts.map(fold)).size < texts.length ? 'formChoiceTwice' : null;
}

export const choice: FieldSpec = {
  format: 'text',
  read(raw, { choices = [] }) {
    const value = String(raw);
    return choices.includes(value) ? { value } : { problem: 'choice' };
  },
  operand: (raw) => ({ value: String(raw) }),
  ofText: (text) => text,
  problems(field) {
    const problem = choicesProblem(field);
    return [
      ...unused(field, 'min', 'max', 'pattern', 'precision'),
      ...(problem ? [['choices', problem] as const] : []),
    ];
  },
  comparisons: ['eq', 'ne', 'in', 'empty', 'not_empty'],
  standsAlone: false,
  ogr: '',
};
