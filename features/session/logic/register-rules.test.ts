// The rules of the registration form, one by one.
import { expect, it } from 'vitest';
import { isPhoneComplete, newPasswordProblem, type RegisterValues, registerProblems } from './register-rules';

const good: RegisterValues = {
  username: 'sara',
  first_name: 'سارا',
  phone: '09123456789',
  email: 'sara@example.ir',
  password: 'Abc-12',
  confirm_password: 'Abc-12',
};
const wrong = (change: Partial<RegisterValues>) => registerProblems({ ...good, ...change });

it('lets a full form through, in either script', () => {
  expect(registerProblems(good)).toEqual({});
  expect(wrong({ phone: '۰۹۱۲۳۴۵۶۷۸۹' })).toEqual({});
  expect(wrong({ phone: '+98 912 345 6789' })).toEqual({});
});

it('asks for first name, phone, e-mail and user name', () => {
  expect(wrong({ first_name: ' ', phone: '', email: '', username: '' })).toEqual({
    username: 'required',
    first_name: 'required',
    phone: 'required',
    email: 'required',
  });
});

it('wants six characters of a password, repeated', () => {
  expect(wrong({ password: '12345', confirm_password: '12345' })).toEqual({ password: 'short' });
  expect(wrong({ confirm_password: 'Abc-13' })).toEqual({ confirm_password: 'mismatch' });
  expect(newPasswordProblem('Abc-12', 'Abc-12')).toBeNull();
  // Letters of both cases and a symbol, as the hint beside the field says.
  for (const plain of ['abcdefgh', 'Abcdefgh', 'abc-defgh', 'Abcdefg8']) expect(newPasswordProblem(plain, plain)).toBe('plain'); // biome-ignore format: one line
  expect(newPasswordProblem('سلام-تهران', 'سلام-تهران')).toBeNull();
  // Five people are five characters, however many bytes they take.
  expect(newPasswordProblem('👪👪👪👪👪', '👪👪👪👪👪')).toBe('short');
});

it('knows what is no number and no address', () => {
  for (const phone of ['0912345678', 'abcdefghijkl', '00000000000'])
    expect(wrong({ phone })).toEqual({ phone: 'phoneWrong' });
  for (const email of ['sara', 'sara@', '@x.ir', 'a b@x.ir', 'a@x', 'a@x..ir'])
    expect(wrong({ email })).toEqual({ email: 'emailWrong' });
});

it('sends no code to fewer than eleven characters', () => {
  expect(['', '0912345678', '          1', '09123456789'].map(isPhoneComplete)).toEqual([false, false, false, true]);
});
