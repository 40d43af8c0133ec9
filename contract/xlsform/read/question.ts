// One row of a survey as a field: its texts, limits, conditions, beginning and choices. Pure.
import { isChoice, isDated, isFiles, isList, isNumeric, isYesNo, specOf } from '../../fields';
import type { Condition } from '../../filters/match';
import { canonical } from '../../form/changes';
import type { DefaultValue, Field } from '../../schemas/form';
import { isSmall } from '../../schemas/query';
import { readCalculation } from '../calculations';
import { type Questions, readCondition } from '../conditions';
import { readConstraint } from '../constraints';
import { isYes, type Loss, type LossReason } from '../sheets';
import { choicesBelow, filterOf, isYesNoList, type Lists, plainChoices } from './choices';
import type { TableRow } from './columns';
import type { ChoiceKind, Question } from './kinds';

const MAX_LABEL = 200;
const MAX_HINT = 300;

/** What reading one question needs of the others. */
export interface Context {
  questions: Questions;
  /** The question for the record's shape. */
  shape: string | null;
  /** Conditions of the groups around it. */
  around: readonly Condition[];
  lists: Lists;
  /** The sheet of the choices. */
  choices: string;
  /** Columns by which choices are narrowed. */
  filters: Set<string>;
  lose: (reason: LossReason, more?: Partial<Pick<Loss, 'column' | 'value'>>) => void;
  losses: Parameters<typeof choicesBelow>[4];
}

function texts({ at }: TableRow, name: string, { lose }: Context): Pick<Field, 'label' | 'hint'> {
  const [label, hint] = [at('label') || name, at('hint')];
  if (label.length > MAX_LABEL) lose('cut', { column: 'label' });
  if (hint.length > MAX_HINT) lose('cut', { column: 'hint' });
  // The answer to another question within a text.
  for (const [column, text] of [
    ['label', label],
    ['hint', hint],
  ] as const)
    if (/\$\{[^}]+\}/.test(text)) lose('placeholder', { column, value: text });
  return { label: label.slice(0, MAX_LABEL), ...(hint && { hint: hint.slice(0, MAX_HINT) }) };
}

/** A condition with those of the groups around it, of which one that it says itself counts once. */
export function visibility(text: string, { around, questions, lose }: Context): Condition | undefined {
  const own = text === '' ? null : readCondition(text, questions);
  if (text !== '' && !own) lose('condition', { column: 'relevant', value: text });
  const all = [...around, ...(own ? [own] : [])];
  const different = all.filter((one, i) => all.findIndex((other) => canonical(other) === canonical(one)) === i);
  if (different.length <= 1) return different[0];
  const whole: Condition = { and: different };
  if (isSmall(whole)) return whole;
  lose('condition', { column: 'relevant', value: text });
  return own ?? undefined;
}

function obligation({ at }: TableRow, { questions, lose }: Context): Pick<Field, 'required' | 'required_if'> {
  const text = at('required');
  if (at('required_message')) lose('message', { column: 'required_message', value: at('required_message') });
  if (isYes(text)) return { required: true };
  if (text === '' || /^(no|false|0|false\(\))$/i.test(text)) return {};
  const condition = readCondition(text, questions);
  if (condition) return { required_if: condition };
  lose('condition', { column: 'required', value: text });
  return {};
}

function defaultOf(text: string, name: string, field: Field): DefaultValue | null {
  if (text === 'today()') return { kind: 'today' };
  if (text === 'now()') return { kind: 'now' };
  if (/^\$\{\s*last-saved#/.test(text)) return text.includes(`#${name}`) ? { kind: 'last' } : null;
  if (/\$\{|^\w+\(.*\)$/.test(text)) return null;
  const bare = /^'([^']*)'$/.exec(text)?.[1] ?? text;
  if (isYesNo(field)) return /^(yes|no|true|false)$/i.test(bare) ? { kind: 'value', value: /^(yes|true)$/i.test(bare) } : null; // biome-ignore format: one line
  if (isList(field)) return { kind: 'value', value: bare.split(/\s+/) };
  if (isNumeric(field)) return Number.isFinite(Number(bare)) ? { kind: 'value', value: Number(bare) } : null;
  return { kind: 'value', value: bare };
}

/** Words about how a question looks that mean something here. */
function looksOf(text: string, field: Field, { lose }: Context): Partial<Field> {
  const looks: Partial<Field> = {};
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (word === 'w2') looks.width = 'half';
    else if (word === 'w4') looks.width = 'full';
    else if (word === 'multiline' && field.type === 'text') looks.type = 'long_text';
    else if (word === 'signature' && field.type === 'image') looks.type = 'signature';
    else if (word === 'persian' && isDated(field)) looks.calendar = 'jalali';
    else lose('appearance', { column: 'appearance', value: word });
  }
  return looks;
}

const PARAMETER = /(?<![\w-])([\w-]+)\s*=\s*([^\s,;]+)/g;

/** A range is a number between two ends. */
function rangeOf({ at }: TableRow, { lose }: Context): Pick<Field, 'type' | 'min' | 'max'> {
  const words = new Map(
    [...at('parameters').matchAll(PARAMETER)].map(([, name = '', value]) => [name.toLowerCase(), Number(value)]),
  );
  const [start = 1, end = 10, step = 1] = ['start', 'end', 'step'].map((name) => words.get(name));
  if (step !== 1) lose('parameters', { column: 'parameters', value: at('parameters') });
  const type = [start, end, step].every(Number.isInteger) ? 'integer' : 'decimal';
  const isSound = Number.isFinite(start) && Number.isFinite(end);
  return { type, ...(isSound && { min: Math.min(start, end), max: Math.max(start, end) }) };
}

function constraintOf({ at }: TableRow, field: Field, { questions, lose }: Context): Partial<Field> {
  const [text, message] = [at('constraint'), at('constraint_message')];
  const read = text === '' ? null : readConstraint(text, message, field, questions);
  if (read?.loss) lose(read.loss, { column: 'constraint', value: text });
  if (message && !read?.hasMessage) lose('message', { column: 'constraint_message', value: message });
  return read?.parts ?? {};
}

/** The choices of a field, or that they are a yes and a no; null where there are none. */
function choicesOf(kind: ChoiceKind, { at }: TableRow, context: Context): Partial<Field> | null {
  const { lists, questions, filters, lose } = context;
  const list = lists.get(kind.list);
  if (!list) {
    lose('noList', { column: 'type', value: kind.list });
    return null;
  }
  const text = at('choice_filter');
  if (!text) {
    if (!kind.isSeveral && isYesNoList(list)) return { type: 'boolean' };
    return { choices: plainChoices(list) };
  }
  const filter = filterOf(text);
  const above = filter && questions.get(filter.question);
  if (!filter || above?.type !== 'choice') {
    lose('filter', { column: 'choice_filter', value: text });
    return { choices: plainChoices(list) };
  }
  filters.add(filter.column);
  return { choices: choicesBelow(context.choices, list, filter, above, context.losses), parent_field: above.name };
}

/** What the kind of question says of its field; null where it is left out. */
function bodyOf(kind: Question, row: TableRow, context: Context): (Partial<Field> & Pick<Field, 'type'>) | null {
  if (kind.kind === 'range') return rangeOf(row, context);
  if (kind.kind === 'choice') {
    const parts = choicesOf(kind, row, context);
    if (parts && kind.loss) context.lose(kind.loss, { column: 'type', value: row.at('type') });
    return parts && { type: kind.isSeveral ? 'multi_choice' : 'choice', ...parts };
  }
  if (kind.loss) context.lose(kind.loss, { column: 'type', value: row.at('type') });
  return kind.field;
}

/** What is reckoned: a calculation of its own, or one behind a question. Undefined where there is none, null where it is lost. */
function calculationOf({ at }: TableRow, type: Field['type'], context: Context): string | null | undefined {
  const text = at('calculation');
  if (text === '' && type !== 'computed') return undefined;
  const expr = readCalculation(text, context.questions, context.shape);
  if (expr === null) context.lose('calculation', { column: 'calculation', value: text });
  return expr;
}

/** The field of a question; null where it is left out. `name`: in the workbook; `own`: in the form. */
export function questionOf(
  kind: Question,
  row: TableRow,
  names: { name: string; own: string },
  context: Context,
): Field | null {
  const { at } = row;
  const { lose } = context;
  const body = bodyOf(kind, row, context);
  const expr = body && calculationOf(row, body.type, context);
  if (!body || (expr === null && body.type === 'computed')) return null;
  const isComputed = typeof expr === 'string';
  const first: Field = { name: names.own, ...texts(row, names.name, context), ...body, ...(isComputed && { type: 'computed', expr }) }; // biome-ignore format: one line
  const field: Field = { ...first, ...looksOf(at('appearance'), first, context) };
  if (at('parameters') && kind.kind !== 'range') lose('parameters', { column: 'parameters', value: at('parameters') });
  const condition = visibility(at('relevant'), context);
  if (condition) field.visible_if = condition;
  const reads = (part: string) => specOf(field).parts.some((one) => one === part) && !isComputed;
  if (reads('required')) Object.assign(field, obligation(row, context));
  if (!isFiles(field) && reads('required')) Object.assign(field, constraintOf(row, field, context));
  else if (at('constraint')) lose('constraint', { column: 'constraint', value: at('constraint') });
  if (isYes(at('readonly')) && reads('read_only')) field.read_only = true;
  const text = at('default');
  const begins = text && reads('default') ? defaultOf(text, names.name, field) : null;
  if (begins) field.default = begins;
  else if (text) lose('default', { column: 'default', value: text });
  if (!isChoice(field) && at('choice_filter')) lose('filter', { column: 'choice_filter', value: at('choice_filter') });
  return field;
}
