// Reads CQL2 text into a tree: what QGIS and others send as `filter`. Pure; names are looked up by whoever compiles the tree.
import type { Geometry } from '../schemas/common';
import { boxShape, wktShape } from './cql2-shapes';
import { CqlError, foldCase, type Token, tokensOf } from './cql2-tokens';
import type { CqlNode, CqlSign, Literal, Property } from './cql2-tree';
import { CRS84, type Crs } from './names';

export { CqlError } from './cql2-tokens';
export type { CqlNode, CqlSign, Literal, Property } from './cql2-tree';

/** Groups within groups, and predicates and groups in all. */
const MAX_DEPTH = 30;
const MAX_NODES = 200;

const SIGNS: readonly string[] = ['=', '<>', '<', '<=', '>', '>='];
const TURNED: Record<CqlSign, CqlSign> = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const RESERVED = new Set(['AND', 'OR', 'NOT', 'LIKE', 'IN', 'BETWEEN', 'IS', 'NULL', 'TRUE', 'FALSE']);
const SHAPES = new Set(['BBOX', 'POINT', 'LINESTRING', 'POLYGON', 'MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON']);

type Side = { property: Property } | { literal: Literal };

class Parser {
  private readonly tokens: Token[];
  private at = 0;
  private nodes = 0;

  constructor(
    private readonly source: string,
    private readonly crs: Crs,
  ) {
    this.tokens = tokensOf(source);
  }

  parse(): CqlNode {
    const tree = this.group('OR', 0);
    if (this.at < this.tokens.length) this.fail();
    return tree;
  }

  private fail(): never {
    const token = this.tokens[this.at];
    throw new CqlError(token ? `unexpected at position ${token.at + 1}` : 'unexpected end');
  }

  private isWord(word: string, ahead = 0): boolean {
    const token = this.tokens[this.at + ahead];
    return token?.is === 'name' && !token.quoted && token.text.toUpperCase() === word;
  }

  private isSign(sign: string, ahead = 0): boolean {
    const token = this.tokens[this.at + ahead];
    return token?.is === 'sign' && token.text === sign;
  }

  private takes(text: string): boolean {
    const here = /^[A-Z]/.test(text) ? this.isWord(text) : this.isSign(text);
    if (here) this.at++;
    return here;
  }

  private need(text: string): void {
    if (!this.takes(text)) this.fail();
  }

  private count<T extends CqlNode>(node: T): T {
    if (++this.nodes > MAX_NODES) throw new CqlError(`more than ${MAX_NODES} conditions`);
    return node;
  }

  private group(word: 'OR' | 'AND', depth: number): CqlNode {
    if (depth > MAX_DEPTH) throw new CqlError(`nested more than ${MAX_DEPTH} deep`);
    const next = () => (word === 'OR' ? this.group('AND', depth) : this.factor(depth));
    const parts = [next()];
    while (this.takes(word)) parts.push(next());
    if (parts.length === 1) return parts[0] as CqlNode;
    return this.count(word === 'OR' ? { or: parts } : { and: parts });
  }

  private factor(depth: number): CqlNode {
    if (depth > MAX_DEPTH) throw new CqlError(`nested more than ${MAX_DEPTH} deep`);
    if (this.takes('NOT')) return this.count({ not: this.factor(depth + 1) });
    if (this.isSign('(') && !this.isSign(')', 2)) {
      this.at++;
      const inside = this.group('OR', depth + 1);
      this.need(')');
      return inside;
    }
    return this.predicate();
  }

  private predicate(): CqlNode {
    if (this.isWord('S_INTERSECTS') && this.isSign('(', 1)) return this.spatial();
    const side = this.side();
    const token = this.tokens[this.at];
    if (token?.is === 'sign' && SIGNS.includes(token.text)) {
      this.at++;
      return this.comparison(side, token.text as CqlSign, this.side());
    }
    if ('literal' in side) {
      if (typeof side.literal === 'boolean') return this.count({ constant: side.literal });
      this.fail();
    }
    const left = side.property;
    if (this.takes('IS')) {
      const isNot = this.takes('NOT');
      this.need('NULL');
      return this.maybeNot(isNot, { isNull: left });
    }
    const isNot = this.takes('NOT');
    if (this.takes('LIKE')) return this.maybeNot(isNot, { like: this.pattern(), left });
    if (this.takes('IN')) return this.maybeNot(isNot, { in: this.list(), left });
    if (this.takes('BETWEEN')) {
      const low = this.literal();
      this.need('AND');
      return this.maybeNot(isNot, { between: [low, this.literal()], left });
    }
    if (isNot || left.folds) this.fail();
    return this.count({ isTrue: left });
  }

  private maybeNot(isNot: boolean, node: CqlNode): CqlNode {
    return isNot ? this.count({ not: this.count(node) }) : this.count(node);
  }

  private comparison(left: Side, sign: CqlSign, right: Side): CqlNode {
    if ('property' in left && 'literal' in right)
      return this.count({ compare: sign, left: left.property, right: right.literal });
    if ('literal' in left && 'property' in right)
      return this.count({ compare: TURNED[sign], left: right.property, right: left.literal });
    throw new CqlError('a comparison needs one field and one value');
  }

  private pattern(): string {
    const value = this.literal();
    if (typeof value !== 'string') throw new CqlError('LIKE needs a text');
    if (/(?<!\\)(?:\\\\)*\\$/.test(value)) throw new CqlError('a pattern cannot end with a backslash');
    return value;
  }

  private list(): Literal[] {
    this.need('(');
    const values = [this.literal()];
    while (this.takes(',')) values.push(this.literal());
    this.need(')');
    return values;
  }

  private literal(): Literal {
    const side = this.side();
    if (!('literal' in side)) throw new CqlError('a value is needed where a field stands');
    return side.literal;
  }

  /** A field or a value, also between brackets. */
  private side(): Side {
    const bracket = this.takes('(');
    const side = this.bareSide();
    this.refuseArithmetic();
    if (bracket) this.need(')');
    this.refuseArithmetic();
    return side;
  }

  private refuseArithmetic(): void {
    const next = this.tokens[this.at];
    if ((next?.is === 'sign' && '+-*/%^'.includes(next.text)) || this.isWord('DIV'))
      throw new CqlError('arithmetic is not supported');
  }

  private bareSide(): Side {
    const minus = this.takes('-');
    const isSigned = minus || this.takes('+');
    const token = this.tokens[this.at++];
    if (token?.is === 'number' && Number.isFinite(token.value)) return { literal: minus ? -token.value : token.value };
    if (isSigned || !token || token.is === 'sign' || token.is === 'number') {
      this.at--;
      this.fail();
    }
    if (token.is === 'text') return { literal: token.text };
    const word = token.quoted ? '' : token.text.toUpperCase();
    if (word === 'TRUE' || word === 'FALSE') return { literal: word === 'TRUE' };
    if (!token.quoted && this.isSign('(')) return this.call(word, token.text);
    if (RESERVED.has(word)) {
      this.at--;
      this.fail();
    }
    return { property: { property: token.text, folds: false } };
  }

  private call(word: string, name: string): Side {
    if (!['DATE', 'TIMESTAMP', 'CASEI'].includes(word)) throw new CqlError(`the function ${name} is not supported`);
    this.need('(');
    const inside = this.side();
    this.need(')');
    if (word === 'CASEI') {
      if ('property' in inside) return { property: { ...inside.property, folds: true } };
      if (typeof inside.literal !== 'string') throw new CqlError('CASEI needs a text');
      return { literal: foldCase(inside.literal) };
    }
    if (!('literal' in inside) || typeof inside.literal !== 'string') throw new CqlError(`${word} needs a text`);
    return { literal: word === 'DATE' ? { date: inside.literal } : { timestamp: inside.literal } };
  }

  /** A field and a shape, in either order. */
  private spatial(): CqlNode {
    this.at += 2;
    const first = this.shapeWord() ? this.shape() : null;
    if (first) this.need(',');
    const token = this.tokens[this.at++];
    if (token?.is !== 'name') this.fail();
    if (!first) this.need(',');
    const shape = first ?? this.shape();
    this.need(')');
    return this.count({ intersects: token.text, shape });
  }

  private shapeWord(): string {
    const token = this.tokens[this.at];
    const word = token?.is === 'name' && !token.quoted ? token.text.toUpperCase() : '';
    return SHAPES.has(word) ? word : '';
  }

  /** Well-known text, or BBOX(…), up to its closing bracket. */
  private shape(): Geometry {
    const start = this.tokens[this.at];
    const word = this.shapeWord();
    if (!start || !word) this.fail();
    let [depth, end] = [0, start.at];
    do {
      const token = this.tokens[++this.at];
      if (!token) this.fail();
      if (this.isSign('(')) depth++;
      if (this.isSign(')')) depth--;
      end = token.at + 1;
      if (depth === 0 && !this.isSign(')')) depth = token.is === 'name' ? 0 : this.fail();
    } while (depth > 0 || !this.isSign(')'));
    this.at++;
    const text = this.source.slice(start.at, end);
    return word === 'BBOX' ? boxShape(text.slice(text.indexOf('(') + 1, -1), this.crs) : wktShape(text, this.crs);
  }
}

/** The tree of a filter. Throws CqlError with the reason. */
export const parseCql = (text: string, crs: Crs = CRS84): CqlNode => new Parser(text, crs).parse();
