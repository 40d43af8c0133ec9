// Which passwords are refused, and why; the same on both sides of the wire.
import { fold } from './fold';

/** Fewest characters of a password (the product's own limit). */
export const MIN_PASSWORD = 6;
export const MAX_PASSWORD = 200;

/** The hundred that published lists of leaked passwords have in common, folded, with some that are frequent in Iran. */
const COMMON = new Set(
  `123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football monkey letmein shadow master
  666666 qwertyuiop 123321 mustang 1234567890 michael 654321 superman 1qaz2wsx 7777777 121212 000000 qazwsx 123qwe killer trustno1 jordan
  jennifer zxcvbnm asdfgh hunter buster soccer harley batman andrew tigger sunshine iloveyou 2000 charlie robert thomas hockey ranger daniel
  starwars klaster 112233 george computer michelle jessica pepper 1111 zxcvbn 555555 11111111 131313 freedom 777777 pass maggie 159753
  aaaaaa ginger princess joshua cheese amanda summer love ashley nicole chelsea biteme matthew access yankees 987654321 dallas austin
  thunder taylor matrix password1 passw0rd admin admin123 admin1234 administrator welcome welcome1 qwerty123 qwerty1 1q2w3e4r 1q2w3e
  1q2w3e4r5t asdfghjkl asdf1234 qwer1234 abcd1234 abcdef p@ssw0rd p@ssword secret login test123 test1234 changeme default guest root123
  123654 147258 147258369 159357 789456 789456123 123456a a123456 112358 0123456789 0987654321 98765432 87654321 13571357 110110 12341234
  tehran iran123 persepolis esteghlal perspolis salam123 salam1234 mohammad hossein fatemeh`.split(/\s+/),
);

/** Codes of what is wrong with a password. */
export type PasswordProblem = 'passwordShort' | 'passwordCommon' | 'passwordOwn' | 'passwordPlain';

/** Letters of both cases and a symbol; letters of a script without cases stand for both. */
const isMixed = (password: string): boolean =>
  (/\p{Lo}/u.test(password) || (/\p{Ll}/u.test(password) && /\p{Lu}/u.test(password))) &&
  /[^\p{L}\p{M}\p{N}\s\p{C}]/u.test(password);

const digitsOf = (text: string) => fold(text).replace(/\D/g, '');

interface Owner {
  username?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
}

/** Whether a password is nobody's name, number or address. */
function isNotOwn(password: string, { username = '', phone = '', email = '' }: Owner): boolean {
  const folded = fold(password);
  const own = [username, phone, email, email.split('@')[0] ?? ''].map(fold).filter(Boolean);
  const number = digitsOf(phone);
  const isNumber =
    number.length >= MIN_PASSWORD && /^[\d\s+()-]+$/.test(folded) && digitsOf(password).endsWith(number.slice(-10));
  return !own.includes(folded) && !isNumber;
}

/** Every rule and whether a password meets it, in the order in which they are told. */
export function passwordRules(password: string, person: Owner = {}): { rule: PasswordProblem; isMet: boolean }[] {
  const folded = fold(password);
  return [
    { rule: 'passwordShort', isMet: [...password].length >= MIN_PASSWORD },
    { rule: 'passwordCommon', isMet: !COMMON.has(folded) && new Set(folded).size >= 3 },
    { rule: 'passwordOwn', isMet: isNotOwn(password, person) },
    { rule: 'passwordPlain', isMet: isMixed(password) },
  ];
}

/**
 * What is wrong with a password for a person of this name, telephone number and address; null for nothing. Letters are compared
 * without regard to case, digits in either script are the same.
 */
export const passwordProblem = (password: string, person: Owner = {}): PasswordProblem | null =>
  passwordRules(password, person).find(({ isMet }) => !isMet)?.rule ?? null;
