// The catalogue of failed sign-ins, status by status.
import { expect, it } from 'vitest';
import { codeMessage, signInMessage } from './sign-in-message';

const of = (status: number, detail = '', kind: 'message' | 'network' | 'server' = 'message') =>
  signInMessage({ status, detail, kind });

it('says what the catalogue says', () => {
  expect(of(401)).toMatchObject({ key: 'credentials', detail: '', focus: 'password' });
  expect(of(401, 'own words')).toMatchObject({ detail: 'own words' });
  expect(of(403, 'own words')).toMatchObject({ key: 'forbidden', detail: 'own words', focus: 'captcha' });
  expect(of(406, 'ignored')).toMatchObject({ key: 'captcha', detail: '', focus: 'captcha' });
  expect(of(429)).toMatchObject({ key: 'busy', detail: '' });
  expect(of(429, 'wait')).toMatchObject({ key: 'busy', detail: 'wait' });
  expect(of(441, 'locked')).toMatchObject({ detail: 'locked', flagged: false });
  expect(of(442, 'expired')).toMatchObject({ detail: 'expired', flagged: true });
  expect(of(500, 'stack trace', 'server')).toMatchObject({ key: 'server', detail: '' });
  expect(of(503, '', 'network')).toMatchObject({ key: 'network' });
  expect(of(0, '', 'network')).toMatchObject({ key: 'network' });
  expect(of(400, 'bad name')).toMatchObject({ key: 'invalid', detail: 'bad name' });
  expect(signInMessage(null)).toMatchObject({ key: 'unexpected' });
});

it('says of codes what the server says, and keeps its inside to itself', () => {
  const code = (status: number, detail = '', kind: 'message' | 'network' | 'server' = 'message') =>
    codeMessage({ status, detail, kind });
  expect(code(400, 'wrong code')).toEqual({ key: 'invalid', detail: 'wrong code' });
  expect(code(401, 'wrong code')).toEqual({ key: 'invalid', detail: 'wrong code' });
  expect(code(429, 'too many')).toEqual({ key: 'busy', detail: 'too many' });
  expect(code(429)).toEqual({ key: 'busy', detail: '' });
  expect(code(503, 'no sender', 'network')).toEqual({ key: 'network', detail: 'no sender' });
  expect(code(502, 'x', 'network')).toEqual({ key: 'network', detail: '' });
  expect(code(0, '', 'network')).toEqual({ key: 'network', detail: '' });
  expect(code(500, 'stack trace', 'server')).toEqual({ key: 'server', detail: '' });
  expect(codeMessage(null)).toEqual({ key: 'unexpected', detail: '' });
});
