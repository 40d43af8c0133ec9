// What must be right before a registration, or a new password, is sent. The server checks all of it again.
import { MIN_PASSWORD, passwordProblem } from '@/contract/password';
import { MIN_PHONE } from '@/contract/phone';
import { SignUp } from '@/contract/schemas/session';

export { MIN_PASSWORD };

/** The fields of a registration, by the wire's names. */
export interface RegisterValues {
  username: string;
  first_name: string;
  phone: string;
  email: string;
  password: string;
  confirm_password: string;
}
/** Keys of the messages in session.register. */
export type RegisterProblem = 'required' | 'short' | 'plain' | 'mismatch' | 'phoneWrong' | 'emailWrong';
export type RegisterProblems = Partial<Record<keyof RegisterValues, RegisterProblem>>;

/** Whether a code may be asked for: at least eleven characters. */
export const isPhoneComplete = (phone: string): boolean => phone.trim().length >= MIN_PHONE;

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

/** The body of a registration: names and addresses without the spaces around them. */
export const toSignUp = ({ password, confirm_password, ...names }: RegisterValues): RegisterValues => ({
  username: names.username.trim(),
  first_name: names.first_name.trim(),
  phone: names.phone.trim(),
  email: names.email.trim(),
  password,
  confirm_password,
});

/** What this form says in words of its own; everything else that the contract refuses has the words of all forms. */
export function registerProblems(values: RegisterValues): RegisterProblems {
  const body = toSignUp(values);
  const { shape } = SignUp;
  const problems: RegisterProblems = {};
  if (!shape.phone.safeParse(body.phone).success) problems.phone = 'phoneWrong';
  if (!shape.email.safeParse(body.email).success) problems.email = 'emailWrong';
  for (const field of ['username', 'first_name', 'phone', 'email'] as const)
    if (body[field] === '') problems[field] = 'required';
  const password = newPasswordProblem(values.password, values.confirm_password);
  if (password === 'mismatch') problems.confirm_password = 'mismatch';
  else if (password) problems.password = password;
  return problems;
}
