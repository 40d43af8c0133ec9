// Numbers in words, as one reads them aloud.
import { expect, it } from 'vitest';
import en from '@/messages/en/subscription.json';
import fa from '@/messages/fa/subscription.json';
import { numberWords } from './number-words';

it('says whole numbers in words', () => {
  for (const [n, words, english] of [
    [0, 'صفر', 'zero'],
    [7, 'هفت', 'seven'],
    [19, 'نوزده', 'nineteen'],
    [20, 'بیست', 'twenty'],
    [21, 'بیست و یک', 'twenty and one'],
    [100, 'صد', 'one hundred'],
    [305, 'سیصد و پنج', 'three hundred and five'],
    [1_000, 'یک هزار', 'one thousand'],
    [110_000, 'صد و ده هزار', 'one hundred and ten thousand'],
    [275_000, 'دویست و هفتاد و پنج هزار', 'two hundred and seventy and five thousand'],
    [2_750_000, 'دو میلیون و هفتصد و پنجاه هزار', 'two million and seven hundred and fifty thousand'],
    [1_000_000_001, 'یک میلیارد و یک', 'one billion and one'],
    [3_000_000_000_000, 'سه هزار میلیارد', 'three thousand billion'],
  ] as const) {
    expect(numberWords(n, fa.purchases.words)).toBe(words);
    expect(numberWords(n, en.purchases.words)).toBe(english);
  }
});
