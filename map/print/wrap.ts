// Text that has to fit: cut into lines between words, or shortened.
import { type Direction, type Faces, type Line, shape } from './text';

/** Text cut into lines of at most so many ems, between words; a word that is too long stands alone. More lines than `most` end in an ellipsis. */
export const wrapText = (
  faces: Faces['regular'],
  text: string,
  direction: Direction,
  width: number,
  most: number,
): Line[] => {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line ? `${line} ${word}` : word;
      if (line && shape(faces, longer, direction).width > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    if (line) lines.push(line);
  }
  const rows = lines.slice(0, most).map((line, i) => (i === most - 1 && lines.length > most ? `${line}\u2026` : line));
  return rows.map((line) => shape(faces, clip(faces, line, direction, width), direction));
};

/** The text, shortened with an ellipsis until it fits into so many ems. */
export const clip = (faces: Faces['regular'], text: string, direction: Direction, width: number): string => {
  if (shape(faces, text, direction).width <= width) return text;
  const letters = [...text];
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (shape(faces, `${letters.slice(0, middle).join('')}\u2026`, direction).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join('').trimEnd()}\u2026`;
};
