// Numbers in words, as one reads them aloud.
import { expect, it } from 'vitest';
import { numberWords } from './number-words';

it('says whole numbers in Persian words', () => {
  for (const [n, words] of [
    [0, 'صفر'],
    [7, 'هفت'],
    [19, 'نوزده'],
    [20, 'بیست'],
    [21, 'بیست و یک'],
    [100, 'صد'],
    [305, 'سیصد و پنج'],
    [1_000, 'یک هزار'],
    [110_000, 'صد و ده هزار'],
    [275_000, 'دویست و هفتاد و پنج هزار'],
    [2_750_000, 'دو میلیون و هفتصد و پنجاه هزار'],
    [1_000_000_001, 'یک میلیارد و یک'],
    [3_000_000_000_000, 'سه هزار میلیارد'],
  ] as const)
    expect(numberWords(n)).toBe(words);
});
