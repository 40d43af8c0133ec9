// A form as the sheets of an XLSForm workbook: survey, choices, settings; and what the standard cannot say of it. Pure.
import { isChoice, isFiles } from '../fields';
import { canonical } from '../form/changes';
import type { Choice, Field, FieldType } from '../schemas/form';
import { writeCalculation } from './calculations';
import { type Names, writeCondition } from './conditions';
import { writeConstraint } from './constraints';
import { choiceName, createNames, questionName } from './names';
import { NO, type Sheet, YES, YES_NO } from './sheets';

/** What the standard has no column for, or not of this kind. */
export const OUT_REASONS = [
  'unit', 'unique', 'precision', 'warn_if', 'list', 'reference', 'columns', 'calendar', 'min', 'pattern', 'default',
  'visible_if', 'required_if', 'expr', 'colour', 'retired', 'value', 'name',
] as const; // biome-ignore format: one list
export type OutReason = (typeof OUT_REASONS)[number];
export interface OutLoss {
  name: string;
  /** The label of the field. */
  label: string;
  reason: OutReason;
}

export const SURVEY = ['type', 'name', 'label', 'hint', 'required', 'relevant', 'constraint', 'constraint_message', 'calculation', 'choice_filter', 'default', 'readonly', 'appearance'] as const; // biome-ignore format: one list
type Column = (typeof SURVEY)[number];
type Cells = Partial<Record<Column, string>>;

const TYPES: Record<FieldType, string> = {
  text: 'text',
  long_text: 'text',
  integer: 'integer',
  decimal: 'decimal',
  date: 'date',
  datetime: 'dateTime',
  time: 'time',
  boolean: `select_one ${YES_NO}`,
  choice: 'select_one',
  multi_choice: 'select_multiple',
  file: 'file',
  image: 'image',
  signature: 'image',
  barcode: 'barcode',
  reference: 'integer',
  computed: 'calculate',
  section: 'begin_group',
  note: 'note',
};
const SHAPES = [null, 'geopoint', 'geotrace', 'geoshape'] as const;

interface Layout {
  form: readonly Field[];
  names: Names;
  /** Of the lists of choices. */
  listOf: (field: Field) => string;
  /** The question for the record's shape. */
  shape: string | null;
  lose: (field: Field, reason: OutReason) => void;
}

/** Whether one choice stands below several others: such a choice has a row for each. */
const hasSeveralParents = ({ choices = [] }: Field) => choices.some(({ parent }) => (parent?.length ?? 0) > 1);
const offered = ({ choices = [] }: Field) => choices.filter(({ retired }) => !retired);

function filterOf({ names }: Layout, field: Field): string {
  const { parent_field } = field;
  if (parent_field === undefined) return '';
  const parent = names.question(parent_field);
  const isOpen = offered(field).some((choice) => !choice.parent);
  return `${parent} = \${${parent}}${isOpen ? ` or ${parent} = ''` : ''}`;
}

/** What a program of the standard would take for more than a text. */
const isPlain = (text: string) => text !== '' && !/\$\{|\w\(\s*\)/.test(text);

function defaultOf({ names }: Layout, field: Field): string | null {
  const { default: first } = field;
  if (!first) return '';
  if (first.kind === 'today') return 'today()';
  if (first.kind === 'now') return 'now()';
  if (first.kind === 'last') return `\${last-saved#${names.question(field.name)}}`;
  if (first.kind !== 'value') return null;
  if (typeof first.value === 'boolean') return first.value ? YES : NO;
  const texts = [first.value]
    .flat()
    .map((one) => (isChoice(field) ? names.choice(field.name, String(one)) : String(one)));
  const text = texts.join(' ');
  return isPlain(text) && text.trim() === text ? text : null;
}

function appearanceOf(field: Field): string {
  const words = [
    ...(field.type === 'long_text' ? ['multiline'] : []),
    ...(field.type === 'signature' ? ['signature'] : []),
    ...(field.calendar === 'jalali' ? ['persian'] : []),
    ...(field.width ? [field.width === 'half' ? 'w2' : 'w4'] : []),
  ];
  return words.join(' ');
}

/** A group's condition holds for all that stands in it there, and for the heading alone here. */
function holdsForAll(form: readonly Field[], section: Field): boolean {
  const at = form.indexOf(section);
  const next = form.findIndex(({ type }, i) => i > at && type === 'section');
  const inside = form.slice(at + 1, next < 0 ? form.length : next);
  return inside.every(({ visible_if }) => visible_if && canonical(visible_if) === canonical(section.visible_if));
}

/** Parts of a field that no column says. */
function loseParts(layout: Layout, field: Field): void {
  const { lose } = layout;
  for (const part of ['unit', 'unique', 'precision', 'warn_if', 'list', 'reference'] as const)
    if (field[part] !== undefined && field[part] !== false) lose(field, part);
  if (field.columns === 2) lose(field, 'columns');
  if (field.calendar === 'gregorian') lose(field, 'calendar');
  if (!isChoice(field)) return;
  if (field.choices?.some(({ colour }) => colour)) lose(field, 'colour');
  if (field.choices?.some(({ retired }) => retired)) lose(field, 'retired');
  if (field.choices?.some(({ value }) => layout.names.choice(field.name, value) !== value)) lose(field, 'value');
}

function cellsOf(layout: Layout, field: Field): Cells {
  const { form, names, lose, listOf, shape } = layout;
  const { pattern } = field;
  loseParts(layout, field);
  const orLose = (text: string | null, reason: OutReason): string => {
    if (text === null) lose(field, reason);
    return text ?? '';
  };
  const condition = (part: 'visible_if' | 'required_if') => {
    const tree = field[part];
    return tree === undefined ? '' : orLose(writeCondition(tree, form, names), part);
  };
  const isOpenSection = field.type === 'section' && field.visible_if !== undefined && !holdsForAll(form, field);
  if (isOpenSection) lose(field, 'visible_if');
  const constraint = isFiles(field)
    ? { text: '', isWhole: field.min === undefined && field.max === undefined }
    : writeConstraint(field);
  const isLimited = field.min !== undefined || field.max !== undefined;
  if (!constraint.isWhole) lose(field, isLimited && !pattern ? 'min' : 'pattern');
  const expr = field.type === 'computed' ? orLose(writeCalculation(field.expr ?? '', form, names, shape), 'expr') : '';
  return {
    type: `${TYPES[field.type]}${isChoice(field) ? ` ${listOf(field)}` : ''}`,
    name: names.question(field.name),
    label: field.label,
    hint: field.hint ?? '',
    required: field.required ? 'yes' : condition('required_if'),
    relevant: isOpenSection ? '' : condition('visible_if'),
    constraint: constraint.text,
    constraint_message: (pattern && 'text' in pattern && pattern.message) || '',
    calculation: expr,
    choice_filter: filterOf(layout, field),
    default: orLose(defaultOf(layout, field), 'default'),
    readonly: field.read_only ? 'yes' : '',
    appearance: appearanceOf(field),
  };
}

/** A group ends where the next one begins. */
function surveyRows(layout: Layout): Cells[] {
  const rows: Cells[] = [];
  let isOpen = false;
  for (const field of layout.form) {
    if (field.type === 'section' && isOpen) rows.push({ type: 'end_group' });
    isOpen ||= field.type === 'section';
    const cells = cellsOf(layout, field);
    // What is reckoned by nothing would be no question.
    if (field.type !== 'computed' || cells.calculation) rows.push(cells);
  }
  return isOpen ? [...rows, { type: 'end_group' }] : rows;
}

function choiceRows({ form, names, listOf }: Layout): string[][] {
  const parents = [...new Set(form.flatMap(({ parent_field }) => parent_field ?? []))];
  const rows = form.filter(isChoice).flatMap((field) => {
    const row = ({ value, label }: Choice, parent: string) => [
      listOf(field),
      names.choice(field.name, value),
      label,
      ...parents.map((name) => (name === field.parent_field ? parent : '')),
    ];
    return offered(field).flatMap((choice) => (choice.parent ?? ['']).map((parent) => row(choice, parent)));
  });
  const hasYesNo = form.some(({ type }) => type === 'boolean');
  const yesNo = hasYesNo ? [YES, NO].map((value) => [YES_NO, value, value, ...parents.map(() => '')]) : [];
  return [['list_name', 'name', 'label', ...parents.map(names.question)], ...rows, ...yesNo];
}

function layoutOf(form: readonly Field[], type: number, lose: Layout['lose']): Layout {
  const free = createNames();
  const shape = SHAPES[type] ? free('geometry') : null;
  const questions = new Map(form.map((field) => [field.name, free(questionName(field.name))]));
  const freeList = createNames([YES_NO]);
  const lists = new Map(form.filter(isChoice).map((field) => [field.name, freeList(questionName(field.name))]));
  const several = new Set(form.flatMap(({ type: one, name }) => (one === 'multi_choice' ? [name] : [])));
  const names: Names = {
    question: (name) => questions.get(name) ?? name,
    choice: (field, value) => (several.has(field) ? choiceName(value) : value),
  };
  return { form, names, shape, listOf: ({ name }) => lists.get(name) ?? name, lose };
}

const toSheet = (name: string, rows: readonly (readonly string[])[]): Sheet => ({
  name,
  rows: rows.map((cells, i) => ({ number: i + 1, cells })),
});

/** `type`: what the layer's shapes are, 0 for none. */
export function toXlsForm(label: string, type: number, form: readonly Field[]): { sheets: Sheet[]; losses: OutLoss[] } {
  const losses: OutLoss[] = [];
  const layout = layoutOf(form, type, (field, reason) => losses.push({ name: field.name, label: field.label, reason }));
  for (const field of form) if (layout.names.question(field.name) !== field.name) layout.lose(field, 'name');
  const shape: Cells[] = layout.shape ? [{ type: SHAPES[type] as string, name: layout.shape, label }] : [];
  const rows = [...shape, ...surveyRows(layout)];
  const isRepeated = form.some(hasSeveralParents);
  return {
    sheets: [
      toSheet('survey', [SURVEY, ...rows.map((cells) => SURVEY.map((column) => cells[column] ?? ''))]),
      toSheet('choices', choiceRows(layout)),
      toSheet('settings', [
        ['form_title', ...(isRepeated ? ['allow_choice_duplicates'] : [])],
        [label, ...(isRepeated ? ['yes'] : [])],
      ]),
    ],
    losses,
  };
}
