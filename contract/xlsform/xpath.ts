// The expressions of XLSForm (`${age} > 5 and selected(${kind}, 'a')`), read into a tree, of which nothing is ever run as code.

export type Sign = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod';
export type XPath =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  /** `${name}`: the answer of a question. */
  | { kind: 'field'; name: string }
  /** `.`: the answer of the question that the expression stands by. */
  | { kind: 'self' }
  /** A bare word: a column of the choices. */
  | { kind: 'word'; name: string }
  | { kind: 'negative'; of: XPath }
  | { kind: 'pair'; sign: Sign; left: XPath; right: XPath }
  | { kind: 'call'; name: string; args: readonly XPath[] };

const MAX_TEXT = 5000;
const MAX_TOKENS = 1000;
const MAX_DEPTH = 20;

interface Token {
  kind: 'number' | 'text' | 'field' | 'self' | 'word' | 'sign' | 'end';
  text: string;
}

const TOKEN =
  /\s*(?:\$\{\s*([^{}]+?)\s*\}|'([^']*)'|"([^"]*)"|(\d+(?:\.\d*)?|\.\d+)|(\.)(?![.\d])|([\p{L}_][\p{L}\p{N}_:.-]*)|(<=|>=|!=|[=<>(),+*-]))/uy;
const KINDS = ['field', 'text', 'text', 'number', 'self', 'word', 'sign'] as const;

/** Quotes as a word processor makes them. */
const straight = (text: string) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

class Unreadable extends Error {}

function tokensOf(source: string): Token[] {
  const text = straight(source).trimEnd();
  if (text.length > MAX_TEXT) throw new Unreadable();
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    const at = match ? match.findIndex((part, i) => i > 0 && part !== undefined) : -1;
    if (!match || tokens.length >= MAX_TOKENS) throw new Unreadable();
    tokens.push({ kind: KINDS[at - 1] as Token['kind'], text: match[at] as string });
  }
  return [...tokens, { kind: 'end', text: '' }];
}

/** From the loosest to the tightest. */
const LEVELS: readonly (readonly Sign[])[] = [
  ['or'],
  ['and'],
  ['=', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
];

function createReader(tokens: readonly Token[]) {
  let next = 0;
  let depth = 0;
  const peek = () => tokens[next] as Token;
  const isSign = (sign: string) => peek().kind === 'sign' && peek().text === sign;
  const expect = (sign: string) => {
    if (!isSign(sign)) throw new Unreadable();
    next++;
  };
  function args(): XPath[] {
    if (isSign(')')) return [];
    const list = [whole()];
    while (isSign(',')) {
      next++;
      list.push(whole());
    }
    return list;
  }
  function primary(): XPath {
    const token = tokens[next++] as Token;
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'text') return { kind: 'text', value: token.text };
    if (token.kind === 'field') return { kind: 'field', name: token.text };
    if (token.kind === 'self') return { kind: 'self' };
    if (token.kind === 'word') {
      if (!isSign('(')) return { kind: 'word', name: token.text };
      next++;
      const call: XPath = { kind: 'call', name: token.text, args: args() };
      expect(')');
      return call;
    }
    if (token.text === '-') return { kind: 'negative', of: deeper(primary) };
    if (token.text !== '(') throw new Unreadable();
    const inside = whole();
    expect(')');
    return inside;
  }
  function deeper(read: () => XPath): XPath {
    if (++depth > MAX_DEPTH) throw new Unreadable();
    const result = read();
    depth--;
    return result;
  }
  /** Pairs of one level, from left to right. */
  function level(at: number): XPath {
    const signs = LEVELS[at];
    if (!signs) return primary();
    let left = level(at + 1);
    for (let token = peek(); token.kind === 'sign' || token.kind === 'word'; token = peek()) {
      const sign = signs.find((one) => one === token.text);
      if (!sign) break;
      next++;
      left = { kind: 'pair', sign, left, right: level(at + 1) };
    }
    return left;
  }
  const whole = (): XPath => deeper(() => level(0));
  return {
    whole() {
      const tree = whole();
      if (peek().kind !== 'end') throw new Unreadable();
      return tree;
    },
  };
}

/** The tree of an expression; null where it cannot be read. */
export function parseXPath(text: string): XPath | null {
  try {
    return createReader(tokensOf(text)).whole();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** A text between quotes; null where it holds quotes of both kinds. */
export function quoted(text: string): string | null {
  if (!text.includes("'")) return `'${text}'`;
  return text.includes('"') ? null : `"${text}"`;
}

/** The parts that stand between the same sign, such as all that is joined by `and`. */
export function partsOf(tree: XPath, sign: 'and' | 'or'): XPath[] {
  if (tree.kind !== 'pair' || tree.sign !== sign) return [tree];
  return [...partsOf(tree.left, sign), ...partsOf(tree.right, sign)];
}
