// Conditions of XLSForm from and to those of a form. Pure.
import { isChoice, isDated, isList, isNumeric, isYesNo, specOf } from '../fields';
import type { Condition } from '../filters/match';
import { YES as YES_WORDS } from '../import-words';
import { addDays } from '../jalali';
import type { Field } from '../schemas/form';
import { isSmall, type Scalar, type ValueRule } from '../schemas/query';
import { NO, YES } from './sheets';
import { parseXPath, partsOf, quoted, type Sign, type XPath } from './xpath';

/** Questions by their names in the workbook. */
export type Questions = ReadonlyMap<string, Field>;

const SIGNS: Partial<Record<Sign, ValueRule['is']>> = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' }; // biome-ignore format: one table
const FLIPPED: Partial<Record<Sign, Sign>> = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const CALLS: Readonly<Partial<Record<string, ValueRule['is']>>> = { contains: 'contains', 'starts-with': 'starts', 'ends-with': 'ends' }; // biome-ignore format: one table
/** How long an answer is: nothing where it is 0. */
const SIZES: readonly string[] = ['string-length', 'count-selected'];

class Unreadable extends Error {}

/** A constant: a number, a text, a day; null where it is none. */
export function constantOf(tree: XPath | undefined): Scalar | null {
  if (tree?.kind === 'number' || tree?.kind === 'text') return tree.value;
  if (tree?.kind === 'negative' && tree.of.kind === 'number') return -tree.of.value;
  const isDay = tree?.kind === 'call' && /^(date|date-time)$/.test(tree.name) && tree.args.length === 1;
  return isDay ? constantOf(tree.args[0]) : null;
}

function createReader(questions: Questions, own: Field | undefined) {
  const fieldOf = (tree: XPath | undefined): Field => {
    const field = tree?.kind === 'self' ? own : tree?.kind === 'field' ? questions.get(tree.name) : undefined;
    if (!field) throw new Unreadable();
    return field;
  };
  const literal = (field: Field, tree: XPath | undefined): Scalar => {
    const value = constantOf(tree);
    if (value === null) throw new Unreadable();
    if (isYesNo(field)) return value === YES || value === 'true' || value === 1;
    if (value === '') return value;
    return isNumeric(field) && Number.isFinite(Number(value)) ? Number(value) : String(value);
  };
  /** What the type of the field can answer. */
  const sound = (rule: ValueRule, field: Field): Condition => {
    const { comparisons, operand } = specOf(field);
    const values = [rule.value ?? []].flat();
    if (!comparisons.includes(rule.is) || !values.every((raw) => 'value' in operand(raw))) throw new Unreadable();
    return rule;
  };
  const emptiness = (field: Field, isEmpty: boolean) =>
    sound({ field: field.name, is: isEmpty ? 'empty' : 'not_empty' }, field);
  const compare = (sign: Sign, left: XPath, right: XPath): Condition => {
    if (left.kind === 'call' && SIZES.includes(left.name)) {
      const field = fieldOf(left.args[0]);
      const size = `${sign}${constantOf(right)}`;
      if (['>0', '>=1', '!=0'].includes(size)) return emptiness(field, false);
      if (['=0', '<1', '<=0'].includes(size)) return emptiness(field, true);
      throw new Unreadable();
    }
    const field = fieldOf(left);
    const is = SIGNS[sign];
    const value = literal(field, right);
    if (!is) throw new Unreadable();
    if (value === '') {
      if (is !== 'eq' && is !== 'ne') throw new Unreadable();
      return emptiness(field, is === 'eq');
    }
    if (is === 'ne' && isYesNo(field)) return { not: sound({ field: field.name, is: 'eq', value }, field) };
    return sound({ field: field.name, is, value }, field);
  };
  const call = ({ name, args }: Extract<XPath, { kind: 'call' }>): Condition => {
    if (name === 'not' && args.length === 1) return { not: read(args[0] as XPath) };
    if (name === 'true' && args.length === 0) return { and: [] };
    if (name === 'false' && args.length === 0) return { or: [] };
    const field = fieldOf(args[0]);
    const is = name === 'selected' ? (isList(field) ? 'contains' : 'eq') : CALLS[name];
    if (!is || args.length !== 2) throw new Unreadable();
    return sound({ field: field.name, is, value: literal(field, args[1]) }, field);
  };
  function read(tree: XPath): Condition {
    if (tree.kind === 'call') return call(tree);
    if (tree.kind !== 'pair') throw new Unreadable();
    if (tree.sign === 'and') return { and: partsOf(tree, 'and').map(read) };
    if (tree.sign === 'or') return { or: partsOf(tree, 'or').map(read) };
    const flipped = FLIPPED[tree.sign];
    return flipped && constantOf(tree.left) !== null
      ? compare(flipped, tree.right, tree.left)
      : compare(tree.sign, tree.left, tree.right);
  }
  return read;
}

/** A tree as a condition over fields; null where it says what a condition of ours cannot. `own` is what a dot stands for. */
export function conditionOf(tree: XPath, questions: Questions, own?: Field): Condition | null {
  try {
    const condition = createReader(questions, own)(tree);
    return isSmall(condition) ? condition : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

export function readCondition(text: string, questions: Questions, own?: Field): Condition | null {
  const tree = parseXPath(text);
  return tree && conditionOf(tree, questions, own);
}

/** How fields and choices are called in the workbook. */
export interface Names {
  question: (field: string) => string;
  choice: (field: string, value: string) => string;
}

function literalText(value: Scalar, field: Field | undefined, names: Names): string {
  if (field && isYesNo(field)) return `'${YES_WORDS.test(String(value)) ? YES : NO}'`;
  const isNumber = field !== undefined && isNumeric(field);
  const word = field && isChoice(field) ? names.choice(field.name, String(value)) : String(value);
  const text = isNumber ? String(Number(value)) : quoted(word);
  // A number with an exponent is none there.
  if (text === null || (isNumber && !/^-?[\d.]+$/.test(text))) throw new Unreadable();
  return field && isDated(field) ? `date(${text})` : text;
}

const SIGN_OF = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;
const isDay = (value: Scalar) => /^\d{4}-\d\d-\d\d$/.test(String(value));

/** A day of a field of moments lasts as long as it does; elsewhere it would be its first instant alone. */
function dayText(about: string, is: ValueRule['is'], first: string, last: string): string | null {
  const from = `${about} >= date('${first}')`;
  const until = `${about} < date('${addDays(last, 1)}')`;
  switch (is) {
    case 'lt':
      return `${about} < date('${first}')`;
    case 'ge':
      return from;
    case 'le':
      return until;
    case 'gt':
      return `${about} >= date('${addDays(first, 1)}')`;
    case 'eq':
    case 'between':
      return `(${from} and ${until})`;
    case 'ne':
      return `not(${from} and ${until})`;
    default:
      return null;
  }
}

function ruleText({ field: name, is, value }: ValueRule, form: readonly Field[], names: Names): string {
  const about = `\${${names.question(name)}}`;
  const field = form.find((one) => one.name === name);
  if (is === 'empty' || is === 'not_empty') return `${about} ${is === 'empty' ? '=' : '!='} ''`;
  const values = [value ?? []].flat();
  const isSeveral = field !== undefined && isList(field);
  const [first = '', last = first] = values;
  if (field && specOf(field).format === 'datetime') {
    const text = isDay(first) && isDay(last) ? dayText(about, is, String(first), String(last)) : null;
    if (text === null) throw new Unreadable();
    return text;
  }
  const [firstText, lastText] = [literalText(first, field, names), literalText(last, field, names)];
  const has = (one: Scalar) => `selected(${about}, ${literalText(one, field, names)})`;
  switch (is) {
    case 'between':
      return `(${about} >= ${firstText} and ${about} <= ${lastText})`;
    case 'in':
      return `(${values.map((one) => (isSeveral ? has(one) : `${about} = ${literalText(one, field, names)}`)).join(' or ')})`;
    case 'contains':
      return isSeveral ? has(first) : `contains(${about}, ${firstText})`;
    case 'starts':
    case 'ends':
      return `${is}-with(${about}, ${firstText})`;
    default:
      return `${about} ${SIGN_OF[is]} ${firstText}`;
  }
}

/** A condition as XLSForm writes it; null where it cannot be written. */
export function writeCondition(condition: Condition, form: readonly Field[], names: Names): string | null {
  const text = (one: Condition, isInner = true): string => {
    if ('not' in one) return `not(${text(one.not, false)})`;
    if (!('and' in one) && !('or' in one)) return ruleText(one, form, names);
    const [word, children] = 'and' in one ? (['and', one.and] as const) : (['or', one.or] as const);
    if (children.length === 0) return word === 'and' ? 'true()' : 'false()';
    const joined = children.map((child) => text(child)).join(` ${word} `);
    return isInner && children.length > 1 ? `(${joined})` : joined;
  };
  try {
    return text(condition, false);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
