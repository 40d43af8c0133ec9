// The catalogue of failed sign-ins, status by status.
import { expect, it } from 'vitest';
import { signInMessage } from './sign-in-message';

const of = (status: number, detail = '', kind: 'message' | 'network' | 'server' = 'message') =>
  signInMessage({ status, detail, kind });

it('says what the catalogue says', () => {
  expect(of(401)).toMatchObject({ key: 'credentials', detail: '', focus: 'password' });
  expect(of(401, 'own words')).toMatchObject({ detail: 'own words' });
  expect(of(403, 'own words')).toMatchObject({ key: 'forbidden', detail: 'own words', focus: 'captcha' });
  expect(of(406, 'ignored')).toMatchObject({ key: 'captcha', detail: '', focus: 'captcha' });
  expect(of(429)).toMatchObject({ key: 'busy' });
  expect(of(441, 'locked')).toMatchObject({ detail: 'locked', flagged: false });
  expect(of(442, 'expired')).toMatchObject({ detail: 'expired', flagged: true });
  expect(of(500, 'stack trace', 'server')).toMatchObject({ key: 'server', detail: '' });
  expect(of(503, '', 'network')).toMatchObject({ key: 'network' });
  expect(of(0, '', 'network')).toMatchObject({ key: 'network' });
  expect(of(400, 'bad name')).toMatchObject({ key: 'invalid', detail: 'bad name' });
  expect(signInMessage(null)).toMatchObject({ key: 'unexpected' });
});
