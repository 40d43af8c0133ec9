// The database's record_fold and contract/fold.ts fold any text alike.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../contract/fold';
import { createEngine, ENGINES } from '../../testing/world';
import type { Engine } from './engine';

const between = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));

/** Letters, marks and spaces as Persian, Arabic and Latin text has them, and as rubbish has them. */
const CHARACTER = fc.oneof(
  { weight: 6, arbitrary: between(0x600, 0x6ff) },
  { weight: 2, arbitrary: between(0x64b, 0x65f) },
  { weight: 2, arbitrary: between(0x660, 0x669) },
  { weight: 2, arbitrary: between(0x6f0, 0x6f9) },
  { weight: 2, arbitrary: fc.constantFrom(...'يىئكةۀأإآٱؤءهیکـ\u0670\u0654\u0655\u0653') },
  { weight: 3, arbitrary: fc.constantFrom('\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\ufeff') }, // biome-ignore format: one line
  { weight: 2, arbitrary: fc.constantFrom(' ', '\t', '\n', '\v', '\f', '\r', '\u0085', '\u00a0', '\u1680', '\u180e', '\u2003', '\u2028', '\u2029', '\u202f', '\u205f', '\u3000') }, // biome-ignore format: one line
  { weight: 3, arbitrary: between(0x21, 0x24f) },
  { weight: 2, arbitrary: fc.constantFrom(...'ABCzıİΣςσßẞǅŉΐΆÅKﬁ½²ﷺﷲ﷼\u00b4\u1fc1') },
  { weight: 2, arbitrary: between(0x300, 0x36f) },
  { weight: 1, arbitrary: between(0x370, 0x1fff) },
  { weight: 1, arbitrary: between(0xfb50, 0xfeff) },
  { weight: 1, arbitrary: between(0xff01, 0xff5e) },
  { weight: 1, arbitrary: fc.constantFrom('😀', '𝒜', '𐐀', '𝟘', '𞸀', '\u{e0041}', '\u{10ffff}') },
  { weight: 1, arbitrary: between(1, 0xffff) },
);
/**
 * Letters and marks that Unicode 15 to 17 brought: this program knows their case and order, the tables of an older database server do
 * not. Beyond the first plane they are too many to name; what stands there in CHARACTER by name is old.
 */
const YOUNG = /\u0897|\u0cf3|\u0ece|[\u1acf-\u1aff]|[\u1c89\u1c8a]|[\ua7c0-\ua7df\ua7f1]/g;
const TEXT = fc.string({ unit: CHARACTER, maxLength: 24 }).map((text) =>
  text
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '')
    .replace(YOUNG, ''),
);
/** Persian and Latin text as most of it is: words that folding leaves alone, and here and there a letter that it does not. */
const PLAIN = fc.string({
  unit: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیء،؛؟«»') },
    { weight: 4, arbitrary: between(0x20, 0x7e) },
    { weight: 2, arbitrary: fc.constant(' ') },
    { weight: 1, arbitrary: between(0x621, 0x64a) },
  ),
  maxLength: 12,
});

describe('folding', () => {
  it('leaves folded text as it is', () => {
    fc.assert(
      fc.property(fc.oneof(TEXT, PLAIN), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('finds alike what looks alike', () => {
    for (const [a, b] of [
      ['علي', 'علی'],
      ['كتاب', 'کتاب'],
      ['مدرسة', 'مدرسه'],
      ['آزادی', 'ازادی'],
      ['آزادی', 'ازادی'],
      ['می‌رود', 'میرود'],
      ['کـــتاب', 'کتاب'],
      ['مُحَمَّد', 'محمد'],
      ['۱۲٣', '123'],
      ['\u200fتهران\u200e  بزرگ ', 'تهران بزرگ'],
      ['ＡＢＣ', 'abc'],
      ['e\u200c\u0301', 'é'],
      ['ﻛﺘﺎﺏ', 'کتاب'],
    ] as const)
      expect([a, fold(a)]).toEqual([a, fold(b)]);
  });
});

describe.each(ENGINES)('folding on the %s engine', (kind) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine(kind);
  });
  afterAll(() => engine.close());

  const foldedBy = async (texts: readonly string[]) => {
    const { rows } = await sql<{ once: string; twice: string }>`
      select record_fold(t) as once, record_fold(record_fold(t)) as twice
        from unnest(${[...texts]}::text[]) with ordinality u(t, i) order by i`.execute(engine.db);
    return rows;
  };

  it('is the same as in the contract, and idempotent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(TEXT, PLAIN), { minLength: 20, maxLength: 60 }), async (texts) => {
        const folded = await foldedBy(texts);
        expect(folded).toEqual(texts.map((text) => ({ once: fold(text), twice: fold(text) })));
      }),
      { numRuns: 150 },
    );
  });

  it('is the same for each character alone, and after a letter', async () => {
    const differ: string[] = [];
    const codes = Array.from({ length: 0x30ff }, (_, i) => i + 1)
      .filter((code) => String.fromCodePoint(code).search(YOUNG) < 0)
      .concat(
        Array.from({ length: 0x500 }, (_, i) => 0xfb00 + i),
        Array.from({ length: 0x700 }, (_, i) => 0x1d400 + i),
      );
    const texts = codes.flatMap((code) => [String.fromCodePoint(code), `x${String.fromCodePoint(code)}y`]);
    for (let at = 0; at < texts.length; at += 5000) {
      const some = texts.slice(at, at + 5000);
      const folded = await foldedBy(some);
      some.forEach((text, i) => {
        if (folded[i]?.once !== fold(text)) differ.push(`U+${text.codePointAt(text.length > 1 ? 1 : 0)?.toString(16)}`);
      });
    }
    expect(differ).toEqual([]);
  });
});
