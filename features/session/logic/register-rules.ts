// What must be right before a registration, or a new password, is sent. The server checks all of it again.
import { MIN_PASSWORD, passwordProblem } from '@/contract/password';
import { MIN_PHONE, phoneKey } from '@/contract/phone';

export { MIN_PASSWORD };

/** The form's fields, in their order on screen. */
export const REGISTER_FIELDS = ['username', 'firstName', 'phone', 'email', 'password', 'confirmPassword'] as const;
export type RegisterField = (typeof REGISTER_FIELDS)[number];
export type RegisterForm = Record<RegisterField, string>;
/** Keys of the messages in session.register. */
export type RegisterProblem = 'required' | 'short' | 'plain' | 'mismatch' | 'phoneWrong' | 'emailWrong';
export type RegisterErrors = Partial<Record<RegisterField, RegisterProblem>>;

/** Whether a code may be asked for: at least eleven characters. */
export const isPhoneComplete = (phone: string): boolean => phone.trim().length >= MIN_PHONE;

/** Something, an at sign, and a name with a dot; the server knows more. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** What is wrong with a new password and its repetition; null for nothing. */
export const newPasswordProblem = (password: string, again: string): 'short' | 'plain' | 'mismatch' | null => {
  const problem = passwordProblem(password);
  // Whether it is frequent, or somebody's own name, is left to the server: it knows the person.
  return problem === 'passwordShort'
    ? 'short'
    : problem === 'passwordPlain'
      ? 'plain'
      : password === again
        ? null
        : 'mismatch';
};

/** One problem for each field that has one; empty where all is right. */
export function registerErrors(form: RegisterForm): RegisterErrors {
  const errors: RegisterErrors = {};
  for (const field of ['username', 'firstName', 'phone', 'email'] as const)
    if (form[field].trim() === '') errors[field] = 'required';
  if (!errors.phone && (!isPhoneComplete(form.phone) || phoneKey(form.phone) === null)) errors.phone = 'phoneWrong';
  if (!errors.email && !EMAIL.test(form.email.trim())) errors.email = 'emailWrong';
  const password = newPasswordProblem(form.password, form.confirmPassword);
  if (password === 'short' || password === 'plain') errors.password = password;
  if (password === 'mismatch') errors.confirmPassword = 'mismatch';
  return errors;
}
