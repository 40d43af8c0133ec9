// No value that somebody typed stays in a journal.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, shownError } from './redact';

describe('journals', () => {
  it('keep what happened and leave out what was sent', () => {
    expect(redact('invalid input syntax for type integer: "۱۲ secret"')).toBe(
      'invalid input syntax for type integer: "…"',
    );
    expect(redact('Key (username)=(ali@example.com) already exists.')).toBe('Key (username)=(…) already exists.');
    expect(redact('no route for ali@example.com')).toBe('no route for …');
    expect(redact('call 0912 345 6789 or +989123456789')).toBe('call … or …');
    expect(redact('code ۱۲۳۴۵۶ is wrong')).toBe('code … is wrong');
    expect(redact('token J8f2-kdk3_93kfkf03kfkd03kdkf0 expired')).toBe('token … expired');
    expect(redact('relation "record_12" does not exist')).toBe('relation "record_12" does not exist');
    expect(redact('a\r\nb\u2028c\u0000d')).toBe('a b c d');
    expect(redact('x '.repeat(2000)).length).toBe(500);
  });

  it('are one line for every event, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(/[\p{Cc}\u2028\u2029]/u.test(redact(text))).toBe(false);
      }),
    );
  });

  it('name the places of an error, not its words', () => {
    const text = shownError(
      Object.assign(new Error('bad value: "pässword"\n    at nothing'), { code: '22P02', detail: 'secret' }),
    );
    expect(text).toMatchObject({ type: 'Error', code: '22P02' });
    expect(JSON.stringify(text)).not.toMatch(/pässword|secret/);
    expect(shownError(null)).toMatchObject({ type: 'Error', message: 'null' });
  });
});
