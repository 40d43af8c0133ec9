// A password that nobody has to think of: letters that are not mistaken for one another, digits, one symbol.

const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const DIGITS = '23456789';
const SYMBOLS = '-+=@#%';
const GROUPS = 3;
const GROUP_LETTERS = 4;

/** A random index below `count`, each as likely as another. */
function randomBelow(count: number): number {
  const limit = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < limit) return value % count;
  }
}
const pick = (from: string): string => from[randomBelow(from.length)] as string;

/** Three groups of four letters and a digit between symbols, the first letter large: about 70 bits. */
export function newPassword(): string {
  const symbol = pick(SYMBOLS);
  const groups = Array.from({ length: GROUPS }, (_, i) => {
    const letters = Array.from({ length: GROUP_LETTERS }, () => pick(LETTERS)).join('');
    return `${i === 0 ? letters[0]?.toUpperCase() : letters[0]}${letters.slice(1)}${pick(DIGITS)}`;
  });
  return groups.join(symbol);
}
