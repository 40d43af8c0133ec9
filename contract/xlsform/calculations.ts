// Calculations of XLSForm from and to the expressions of computed fields. Pure.
import { type Expr, fieldsIn, parseExpr } from '../computed/parse';
import { isChoice, isYesNo } from '../fields';
import type { Field } from '../schemas/form';
import type { Names, Questions } from './conditions';
import { parseXPath, quoted, type XPath } from './xpath';

class Unreadable extends Error {}

const orNull = (work: () => string): string | null => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
};

const SIGNS = { '+': '+', '-': '-', '*': '*', div: '/' } as const;
const SUM = 1;
const PRODUCT = 2;
const ATOM = 3;
/** A part of an expression, and how tightly it holds together. */
interface Part {
  text: string;
  level: number;
}
const atom = (text: string): Part => ({ text, level: ATOM });
const inside = ({ text, level }: Part, least: number) => (level < least ? `(${text})` : text);
function pair(sign: string, left: Part, right: Part): Part {
  const level = sign === '+' || sign === '-' ? SUM : PRODUCT;
  return { text: `${inside(left, level)} ${sign} ${inside(right, level + 1)}`, level };
}

const isCall = (tree: XPath | undefined, name: string, count: number) =>
  tree?.kind === 'call' && tree.name === name && tree.args.length === count;

/** `shape`: what the workbook calls the record's own shape. */
function createReader(questions: Questions, shape: string | null) {
  const named = (tree: XPath | undefined): string => {
    const field = tree?.kind === 'field' ? questions.get(tree.name) : undefined;
    if (!field || /[[\]]/.test(field.name)) throw new Unreadable();
    return `[${field.name}]`;
  };
  const list = (args: readonly XPath[]) => args.map((one) => read(one).text).join(', ');
  const test = (tree: XPath | undefined): string => {
    if (tree?.kind !== 'pair' || !/^(!?=|[<>]=?)$/.test(tree.sign)) throw new Unreadable();
    return `${read(tree.left).text} ${tree.sign} ${read(tree.right).text}`;
  };
  function call({ name, args }: Extract<XPath, { kind: 'call' }>): Part {
    const [first, second] = args;
    switch (name) {
      case 'if':
        return atom(`if(${test(first)}, ${list(args.slice(1))})`);
      case 'round':
        return atom(second?.kind === 'number' && second.value === 0 ? `round(${list(args.slice(0, 1))})` : `round(${list(args)})`); // biome-ignore format: one line
      case 'coalesce': {
        const rest = second?.kind === 'call' && second.name === name ? call(second).text.slice(name.length + 1, -1) : null; // biome-ignore format: one line
        return atom(`coalesce(${rest === null ? list(args) : `${list(args.slice(0, 1))}, ${rest}`})`);
      }
      case 'concat':
        return atom(`concat(${list(args)})`);
      case 'today':
        return atom('today()');
      case 'area':
      case 'distance':
        if (first?.kind !== 'field' || first.name !== shape) throw new Unreadable();
        return atom(name === 'area' ? 'area' : 'length');
      case 'jr:choice-name':
        // `concat` reads choices by their labels.
        return atom(named(first));
      default:
        throw new Unreadable();
    }
  }
  function read(tree: XPath): Part {
    switch (tree.kind) {
      case 'number':
        return atom(String(tree.value));
      case 'text':
        if (tree.value.includes("'")) throw new Unreadable();
        return atom(`'${tree.value}'`);
      case 'field':
        return atom(named(tree));
      case 'negative':
        return atom(`-${inside(read(tree.of), ATOM)}`);
      case 'call':
        return call(tree);
      case 'pair': {
        const { left, right, sign } = tree;
        const isDays = sign === '-' && [left, right].every((one) => isCall(one, 'decimal-date-time', 1));
        if (isDays && left.kind === 'call' && right.kind === 'call')
          return atom(`days_between(${list(right.args)}, ${list(left.args)})`);
        if (!Object.hasOwn(SIGNS, sign)) throw new Unreadable();
        return pair(SIGNS[sign as keyof typeof SIGNS], read(left), read(right));
      }
      default:
        throw new Unreadable();
    }
  }
  return read;
}

/** The expression of a calculation; null where it reckons what ours cannot. */
export function readCalculation(text: string, questions: Questions, shape: string | null): string | null {
  const tree = parseXPath(text);
  const expr = tree && orNull(() => createReader(questions, shape)(tree).text);
  return expr && 'expr' in parseExpr(expr) ? expr : null;
}

function createWriter(form: readonly Field[], names: Names, shape: string | null) {
  const fieldNamed = (name: string) => form.find((one) => one.name === name);
  const question = (name: string) => `\${${names.question(name)}}`;
  const texts = (args: readonly Expr[]) => args.map((one) => write(one).text).join(', ');
  /** Choices by their labels, as `concat` reads them. */
  const labelled = (expr: Expr): string => {
    const field = expr.kind === 'field' ? fieldNamed(expr.name) : undefined;
    if (!field || !isChoice(field)) return write(expr).text;
    if (field.type !== 'choice') throw new Unreadable();
    return `jr:choice-name(${question(field.name)}, '${question(field.name)}')`;
  };
  function call({ name, args }: Extract<Expr, { kind: 'call' }>): Part {
    const [first, second] = args as [Expr, Expr];
    switch (name) {
      case 'if': {
        if (first.kind !== 'compare') throw new Unreadable();
        const test = `${write(first.left).text} ${first.sign} ${write(first.right).text}`;
        return atom(`if(${test}, ${texts(args.slice(1))})`);
      }
      case 'round':
        return atom(`round(${texts(args)}${args.length === 1 ? ', 0' : ''})`);
      case 'coalesce':
        if (args.length === 1) return write(first);
        return atom(args.slice(0, -1).reduceRight((rest, one) => `coalesce(${write(one).text}, ${rest})`, write(args.at(-1) as Expr).text)); // biome-ignore format: one line
      case 'concat':
        return atom(`concat(${args.map(labelled).join(', ')})`);
      case 'days_between':
        return atom(`(decimal-date-time(${write(second).text}) - decimal-date-time(${write(first).text}))`);
    }
  }
  function write(expr: Expr): Part {
    switch (expr.kind) {
      case 'number': {
        const text = String(expr.value);
        if (!/^[\d.]+$/.test(text)) throw new Unreadable();
        return atom(text);
      }
      case 'text':
        return atom(quoted(expr.value) as string);
      case 'field': {
        const field = fieldNamed(expr.name);
        if (!field || isYesNo(field)) throw new Unreadable();
        return atom(question(expr.name));
      }
      case 'fact':
        if (expr.name === 'today') return atom('today()');
        if (shape === null || (expr.name !== 'area' && expr.name !== 'length')) throw new Unreadable();
        return atom(`${expr.name === 'area' ? 'area' : 'distance'}(\${${shape}})`);
      case 'negative':
        return atom(`-${inside(write(expr.of), ATOM)}`);
      case 'sum':
        return pair(expr.sign === '/' ? 'div' : expr.sign, write(expr.left), write(expr.right));
      case 'call':
        return call(expr);
      default:
        throw new Unreadable();
    }
  }
  return write;
}

/** An expression as XLSForm writes it; null where it cannot be written. */
export function writeCalculation(text: string, form: readonly Field[], names: Names, shape: string | null) {
  const parsed = parseExpr(text);
  if (!('expr' in parsed)) return null;
  if (fieldsIn(parsed.expr).some((name) => !form.some((field) => field.name === name))) return null;
  return orNull(() => createWriter(form, names, shape)(parsed.expr).text);
}
