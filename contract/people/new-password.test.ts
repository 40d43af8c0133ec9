// Made passwords are taken by the rule that typed ones must pass.
import { expect, it } from 'vitest';
import { passwordProblem } from '../password';
import { newPassword } from './new-password';

it('makes passwords that are accepted and differ', () => {
  const passwords = Array.from({ length: 500 }, newPassword);
  expect(passwords.map((password) => passwordProblem(password, { username: 'nobody' })).filter(Boolean)).toEqual([]);
  expect(new Set(passwords).size).toBe(500);
});
