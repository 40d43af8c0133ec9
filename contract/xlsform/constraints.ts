// Constraints of XLSForm from and to the limits, the pattern and the warning of a field. Pure.
import { isDated, isFiles, isNumeric, specOf } from '../fields';
import { checkPattern } from '../fields/check-pattern';
import type { Condition } from '../filters/match';
import { addDays } from '../jalali';
import type { Field } from '../schemas/form';
import { isSmall, type Scalar } from '../schemas/query';
import { conditionOf, constantOf, type Questions } from './conditions';
import { parseXPath, partsOf, quoted, type Sign, type XPath } from './xpath';

type Limit = number | string;
type Limits = Pick<Field, 'min' | 'max'>;

const MAX_MESSAGE = 200;
const FLIPPED: Partial<Record<Sign, Sign>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };
/** What the limits of a type are about. */
function measureOf(field: Field): 'value' | 'string-length' | 'count-selected' | null {
  if (field.type === 'multi_choice') return 'count-selected';
  if (isNumeric(field) || isDated(field) || field.type === 'time') return 'value';
  return specOf(field).format === 'text' && field.type !== 'choice' ? 'string-length' : null;
}

/** A constant as a limit of the field; null where it is none. */
function limitOf(field: Field, value: Scalar | null): Limit | null {
  if (measureOf(field) !== 'value' || isNumeric(field)) {
    const number = value === null || value === '' ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : null;
  }
  const text = String(value);
  const day = (field.type === 'time' ? /^\d\d:\d\d/ : /^\d{4}-\d\d-\d\d/).exec(text)?.[0];
  return day ?? null;
}

/** The limit that lies one step within, where there are steps. */
function within(field: Field, limit: Limit, step: 1 | -1): Limit | null {
  if (typeof limit === 'string') return isDated(field) ? addDays(limit, step) : null;
  const isWhole = field.type === 'integer' || measureOf(field) !== 'value';
  return isWhole && Number.isInteger(limit) ? limit + step : null;
}

function limitsOf(part: XPath, field: Field): Limits | null {
  if (part.kind !== 'pair') return null;
  const isLeft = constantOf(part.right) !== null;
  const [about, other] = isLeft ? [part.left, part.right] : [part.right, part.left];
  const sign = isLeft ? part.sign : FLIPPED[part.sign];
  const measure = measureOf(field);
  const isOwn =
    measure === 'value' ? about.kind === 'self' : about.kind === 'call' && about.name === measure && about.args[0]?.kind === 'self'; // biome-ignore format: one line
  const limit = isOwn ? limitOf(field, constantOf(other)) : null;
  if (limit === null || measure === null) return null;
  const isMoment = specOf(field).format === 'datetime';
  const single = (part: 'min' | 'max', value: Limit | null): Limits | null => (value === null ? null : { [part]: value }); // biome-ignore format: one line
  switch (sign) {
    case '>=':
      return { min: limit };
    case '<=':
      return { max: limit };
    case '>':
      return isMoment ? { min: limit } : single('min', within(field, limit, 1));
    case '<':
      return single('max', within(field, limit, -1));
    case '=':
      return isMoment ? null : { min: limit, max: limit };
    default:
      return null;
  }
}

/** The pattern of `regex(., '…')`; a text that stands for the whole value needs no marks of its ends. */
function patternOf(part: XPath): string | null {
  if (part.kind !== 'call' || part.name !== 'regex' || part.args[0]?.kind !== 'self') return null;
  const text = constantOf(part.args[1]);
  if (typeof text !== 'string') return null;
  return /^\^\(\?:(.*)\)\$$/s.exec(text)?.[1] ?? (text.includes('|') ? text : text.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')); // biome-ignore format: one line
}

export interface Constraint {
  parts: Pick<Field, 'min' | 'max' | 'pattern' | 'warn_if'>;
  /** What became of the rest: a warning, or nothing. */
  loss: 'warning' | 'constraint' | 'pattern' | null;
  /** The workbook's own words have found a place. */
  hasMessage: boolean;
}

const NOTHING: Constraint = { parts: {}, loss: 'constraint', hasMessage: false };

export function readConstraint(text: string, message: string, field: Field, questions: Questions): Constraint {
  const tree = parseXPath(text);
  if (!tree) return NOTHING;
  const parts: Constraint['parts'] = {};
  const rest: XPath[] = [];
  let loss: Constraint['loss'] = null;
  for (const part of partsOf(tree, 'and')) {
    const limits = limitsOf(part, field);
    const pattern = limits ? null : patternOf(part);
    if (limits && Object.keys(limits).every((name) => parts[name as 'min'] === undefined)) Object.assign(parts, limits);
    else if (pattern !== null && parts.pattern === undefined && specOf(field).parts.includes('pattern')) {
      if (pattern === '' || pattern.length > MAX_MESSAGE || checkPattern(pattern)) loss = 'pattern';
      else parts.pattern = { text: pattern, ...(message && { message: message.slice(0, MAX_MESSAGE) }) };
    } else rest.push(part);
  }
  let hasMessage = parts.pattern !== undefined;
  if (rest.length > 0) {
    const conditions = rest.map((part) => conditionOf(part, questions, field));
    const sound = conditions.filter((one): one is Condition => one !== null);
    // An empty value breaks no constraint.
    const when: Condition = { and: [{ field: field.name, is: 'not_empty' }, { not: { and: sound } }] };
    if (sound.length < rest.length || !isSmall(when) || isFiles(field)) loss = 'constraint';
    else {
      parts.warn_if = { when, message: (message || text).slice(0, MAX_MESSAGE) };
      loss ??= 'warning';
      hasMessage = true;
    }
  }
  return { parts, loss, hasMessage };
}

/** The constraint of a field's limits and pattern; `isWhole`: nothing of them is lost. */
export function writeConstraint(field: Field): { text: string; isWhole: boolean } {
  const { min, max, pattern } = field;
  const measure = measureOf(field);
  const hasLimits = min !== undefined || max !== undefined;
  const hasPlace = !hasLimits || measure !== null;
  const about = measure === 'value' ? '.' : `${measure}(.)`;
  const isMoment = specOf(field).format === 'datetime';
  const value = (limit: Limit) => (typeof limit === 'number' ? String(limit) : isDated(field) ? `date('${limit}')` : `'${limit}'`); // biome-ignore format: one line
  const until = (limit: Limit) => (isMoment ? `< ${value(addDays(String(limit), 1))}` : `<= ${value(limit)}`);
  const isWritable = [min, max].every((limit) => typeof limit !== 'number' || !/e/.test(String(limit)));
  const regex = pattern && 'text' in pattern ? quoted(`^(?:${pattern.text})$`) : null;
  const limits = hasPlace && isWritable;
  const texts = [
    ...(limits && min !== undefined ? [`${about} >= ${value(min)}`] : []),
    ...(limits && max !== undefined ? [`${about} ${until(max)}`] : []),
    ...(regex === null ? [] : [`regex(., ${regex})`]),
  ];
  return { text: texts.join(' and '), isWhole: hasPlace && isWritable && (pattern === undefined || regex !== null) };
}
