// The expressions of computed fields: read into a tree, of which nothing is ever run as code.
import { latinDigits } from '../digits';

/** Functions, with the fewest and the most arguments that they take. */
const FUNCTIONS = {
  if: [3, 3],
  round: [1, 2],
  coalesce: [1, 20],
  concat: [1, 20],
  days_between: [2, 2],
} as const;
export type FunctionName = keyof typeof FUNCTIONS;
/** What is known of the record's shape, and of the day. */
export const FACTS = ['area', 'length', 'x', 'y', 'today'] as const;
export type Fact = (typeof FACTS)[number];
export type Sign = '+' | '-' | '*' | '/';
export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Expr =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'field'; name: string }
  | { kind: 'fact'; name: Fact }
  | { kind: 'negative'; of: Expr }
  | { kind: 'sum'; sign: Sign; left: Expr; right: Expr }
  | { kind: 'compare'; sign: Comparator; left: Expr; right: Expr }
  | { kind: 'call'; name: FunctionName; args: readonly Expr[] };

/** Characters of an expression, its parts, and how deep they lie in one another. */
export const MAX_EXPR = 500;
const MAX_PARTS = 200;
const MAX_DEPTH = 20;

/** `at`: the character where reading ended. */
export type Parsed = { expr: Expr } | { problem: 'formExprWrong' | 'formExprDeep'; at: number };

interface Token {
  kind: 'number' | 'text' | 'field' | 'name' | 'sign' | 'end';
  text: string;
  at: number;
}

const TOKEN =
  /\s*(?:([\d۰-۹٠-٩]+(?:[.٫][\d۰-۹٠-٩]+)?)|'([^']*)'|\[([^[\]]+)\]|([a-z_]+)|(<=|>=|!=|<>|[-+*/()=<>,،؛;×÷−]))/iy;
const SAME: Record<string, string> = { '×': '*', '÷': '/', '−': '-', '<>': '!=', '،': ',', '؛': ',', ';': ',' };

class Unreadable extends Error {
  constructor(
    readonly at: number,
    readonly problem: 'formExprWrong' | 'formExprDeep' = 'formExprWrong',
  ) {
    super(problem);
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; ) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new Unreadable(at);
    const [whole, number, literal, field, name, sign] = match;
    const token = { at: at + whole.length - whole.trimStart().length };
    if (number !== undefined) tokens.push({ ...token, kind: 'number', text: latinDigits(number).replace('٫', '.') });
    else if (literal !== undefined) tokens.push({ ...token, kind: 'text', text: literal });
    else if (field !== undefined) tokens.push({ ...token, kind: 'field', text: field.trim() });
    else if (name !== undefined) tokens.push({ ...token, kind: 'name', text: name.toLowerCase() });
    else tokens.push({ ...token, kind: 'sign', text: SAME[sign as string] ?? (sign as string) });
    at += whole.length;
  }
  return [...tokens, { kind: 'end', text: '', at: end }];
}

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T => list.includes(text as T);
const COMPARATORS: readonly Comparator[] = ['=', '!=', '<', '<=', '>', '>='];

/** Reads tokens from left to right; every step down is counted, so that no text can exhaust the stack. */
function createReader(tokens: readonly Token[]) {
  let next = 0;
  let parts = 0;
  let depth = 0;
  const peek = () => tokens[next] as Token;
  const isSign = (...signs: string[]) => peek().kind === 'sign' && signs.includes(peek().text);
  const take = () => tokens[next++] as Token;
  const expect = (sign: string) => {
    if (!isSign(sign)) throw new Unreadable(peek().at);
    next++;
  };
  const deeper = <T>(read: () => T): T => {
    if (++depth > MAX_DEPTH || ++parts > MAX_PARTS) throw new Unreadable(peek().at, 'formExprDeep');
    const result = read();
    depth--;
    return result;
  };
  const chain = (signs: readonly Sign[], part: () => Expr) => (): Expr => {
    let left = part();
    while (isSign(...signs)) {
      const sign = take().text as Sign;
      if (++parts > MAX_PARTS) throw new Unreadable(peek().at, 'formExprDeep');
      left = { kind: 'sum', sign, left, right: part() };
    }
    return left;
  };

  function call({ text, at }: Token): Expr {
    if (isOneOf(FACTS, text)) {
      if (isSign('(')) {
        next++;
        expect(')');
      }
      return { kind: 'fact', name: text };
    }
    if (!Object.hasOwn(FUNCTIONS, text)) throw new Unreadable(at);
    const name = text as FunctionName;
    expect('(');
    const args: Expr[] = [name === 'if' ? comparison() : sum()];
    while (isSign(',')) {
      next++;
      args.push(sum());
    }
    expect(')');
    const [least, most] = FUNCTIONS[name];
    if (args.length < least || args.length > most) throw new Unreadable(at);
    return { kind: 'call', name, args };
  }
  function primary(): Expr {
    const token = take();
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'text') return { kind: 'text', value: token.text };
    if (token.kind === 'field') return { kind: 'field', name: token.text };
    if (token.kind === 'name') return call(token);
    if (token.text === '-') return { kind: 'negative', of: deeper(primary) };
    if (token.text !== '(') throw new Unreadable(token.at);
    const inside = sum();
    expect(')');
    return inside;
  }
  const product = chain(['*', '/'], () => deeper(primary));
  const terms = chain(['+', '-'], product);
  const sum = () => deeper(terms);
  function comparison(): Expr {
    const left = sum();
    const sign = take();
    if (sign.kind !== 'sign' || !isOneOf(COMPARATORS, sign.text)) throw new Unreadable(sign.at);
    return { kind: 'compare', sign: sign.text, left, right: sum() };
  }
  return {
    whole(): Expr {
      const expr = sum();
      if (peek().kind !== 'end') throw new Unreadable(peek().at);
      return expr;
    },
  };
}

const parsedTexts = new Map<string, Parsed>();
/** Forms have at most 500 fields, of which few are computed. */
const MAX_KNOWN = 2000;

/** The tree of an expression, or where and why it cannot be read. */
export function parseExpr(text: string): Parsed {
  const before = parsedTexts.get(text);
  if (before) return before;
  let parsed: Parsed;
  try {
    if (text.length > MAX_EXPR) throw new Unreadable(MAX_EXPR, 'formExprDeep');
    parsed = { expr: createReader(tokensOf(text)).whole() };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    parsed = { problem: error.problem, at: error.at };
  }
  if (parsedTexts.size >= MAX_KNOWN) parsedTexts.clear();
  parsedTexts.set(text, parsed);
  return parsed;
}

/** The fields that an expression names. */
export function fieldsIn(expr: Expr): string[] {
  switch (expr.kind) {
    case 'field':
      return [expr.name];
    case 'negative':
      return fieldsIn(expr.of);
    case 'sum':
    case 'compare':
      return [...fieldsIn(expr.left), ...fieldsIn(expr.right)];
    case 'call':
      return expr.args.flatMap(fieldsIn);
    default:
      return [];
  }
}

/** Whether what comes of an expression is a number, as far as it says so itself; a field alone may be anything, and is text. */
export function isNumberOf(expr: Expr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'negative':
    case 'sum':
      return true;
    case 'fact':
      return expr.name !== 'today';
    case 'call':
      if (expr.name === 'round' || expr.name === 'days_between') return true;
      if (expr.name === 'concat') return false;
      // Of several that may come, one that is a number and none that is a text.
      return holds(expr.name === 'if' ? expr.args.slice(1) : expr.args);
    default:
      return false;
  }
}
const holds = (args: readonly Expr[]) =>
  args.some(isNumberOf) && args.every((one) => isNumberOf(one) || one.kind === 'field');

/** Whether an expression looks at the record's shape. */
export function usesShape(expr: Expr): boolean {
  switch (expr.kind) {
    case 'fact':
      return expr.name !== 'today';
    case 'negative':
      return usesShape(expr.of);
    case 'sum':
    case 'compare':
      return usesShape(expr.left) || usesShape(expr.right);
    case 'call':
      return expr.args.some(usesShape);
    default:
      return false;
  }
}
