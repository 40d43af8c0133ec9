// Whole numbers in words, as papers about money write them beside the digits. The words are those of the reader's language.

/** Words with a stroke between: from zero to nineteen, of whole tens from twenty on, of whole hundreds, and of thousands of thousands. */
export interface NumberWords {
  ones: string;
  tens: string;
  hundreds: string;
  scales: string;
  and: string;
}

/** `n` in words; a whole number from 0 to below 10^15. */
export function numberWords(n: number, words: NumberWords): string {
  const [ones, tens, hundreds, scales] = [words.ones, words.tens, words.hundreds, words.scales].map((list) =>
    list.split('|'),
  ) as [string[], string[], string[], string[]];
  const and = ` ${words.and} `;
  const belowThousand = (part: number): string => {
    const rest = part % 100;
    const parts = [hundreds[Math.floor(part / 100) - 1]];
    if (rest < ones.length) parts.push(rest > 0 ? ones[rest] : '');
    else parts.push(tens[Math.floor(rest / 10) - 2], rest % 10 > 0 ? ones[rest % 10] : '');
    return parts.filter(Boolean).join(and);
  };
  if (n === 0) return ones[0] ?? '';
  const parts: string[] = [];
  for (let [left, scale] = [n, 0]; left > 0; left = Math.floor(left / 1000), scale++)
    if (left % 1000 > 0) parts.unshift([belowThousand(left % 1000), scales[scale - 1]].filter(Boolean).join(' '));
  return parts.join(and);
}
