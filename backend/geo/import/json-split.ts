// Cuts a GeoJSON stream into its features without holding the file: a 2 GB collection costs the memory of one feature.
import { ImportProblem } from './problems';

/** Text of one feature (or of a whole small document that is no collection). */
const MAX_FEATURE = 64 * 1024 ** 2;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * The features of a FeatureCollection, or the top-level objects of a sequence (one per line, with or without record
 * separators), as JSON texts in order. Throws 'broken_file' where the text ends too early or is not made of objects.
 */
export async function* splitFeatures(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let depth = 0;
  let inText = false;
  let escaped = false;
  // Inside the array of the root's "features" member its items are taken one by one.
  let collecting = false;
  let collected = false;
  let key = '';
  let buffer = '';
  let keyFrom = -1;

  for await (const piece of pieces) {
    const base = buffer.length;
    let text = buffer + piece;
    // Where the item that is being read begins in `text`; -1 between items.
    let from = base > 0 ? 0 : -1;
    for (let i = base; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (inText) {
        if (escaped) escaped = false;
        else if (c === BACKSLASH) escaped = true;
        else if (c === QUOTE) {
          inText = false;
          if (keyFrom >= 0) {
            key = text.slice(keyFrom, i);
            keyFrom = -1;
          }
        }
        continue;
      }
      switch (c) {
        case QUOTE:
          inText = true;
          if (depth === 1 && !collecting) keyFrom = i + 1;
          break;
        case 123: // {
        case 91: // [
          if (depth === 0 && c === 91) throw new ImportProblem('broken_file', 'not a GeoJSON object');
          if (from < 0) from = i;
          depth++;
          if (depth === 2 && c === 91 && key === 'features' && !collecting) {
            collecting = true;
            collected = true;
            from = -1;
          }
          break;
        case 125: // }
        case 93: // ]
          depth--;
          if (depth < 0) throw new ImportProblem('broken_file', 'unbalanced brackets');
          if (collecting && depth === 1) {
            collecting = false;
            key = '';
            from = -1;
          } else if (depth === (collecting ? 2 : 0)) {
            // What is left of a collection after its features is no item of its own.
            if (collecting || !collected) yield text.slice(from, i + 1);
            if (depth === 0) collected = false;
            from = -1;
          }
          break;
        default:
          if (depth === 0 && c > 32 && c !== 0x1e) throw new ImportProblem('broken_file', 'not JSON');
      }
    }
    if (from < 0 && depth === 1) from = keyFrom >= 0 ? keyFrom : text.length;
    text = from < 0 ? '' : text.slice(from);
    if (keyFrom >= 0) keyFrom -= from;
    buffer = text;
    if (buffer.length > MAX_FEATURE) throw new ImportProblem('too_large', 'one feature is too long');
  }
  if (depth !== 0 || inText) throw new ImportProblem('broken_file', 'the JSON breaks off');
}
