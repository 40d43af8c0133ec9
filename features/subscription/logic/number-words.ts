// Whole numbers in Persian words, as papers about money write them beside the digits.
const ONES = 'صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هجده نوزده'.split(
  ' ',
);
const TENS = '  بیست سی چهل پنجاه شصت هفتاد هشتاد نود'.split(' ');
const HUNDREDS = ' صد دویست سیصد چهارصد پانصد ششصد هفتصد هشتصد نهصد'.split(' ');
const SCALES = ['', ' هزار', ' میلیون', ' میلیارد', ' هزار میلیارد'];
const AND = ' و ';

function belowThousand(n: number): string {
  const [hundreds, rest] = [Math.floor(n / 100), n % 100];
  const parts = [HUNDREDS[hundreds]];
  if (rest < ONES.length) parts.push(rest > 0 ? ONES[rest] : '');
  else parts.push(TENS[Math.floor(rest / 10)], rest % 10 > 0 ? ONES[rest % 10] : '');
  return parts.filter(Boolean).join(AND);
}

/** `n` in words; a whole number from 0 to below 10^15. */
export function numberWords(n: number): string {
  if (n === 0) return ONES[0] as string;
  const parts: string[] = [];
  for (let [left, scale] = [n, 0]; left > 0; left = Math.floor(left / 1000), scale++)
    if (left % 1000 > 0) parts.unshift(belowThousand(left % 1000) + SCALES[scale]);
  return parts.join(AND);
}
