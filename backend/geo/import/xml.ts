// The elements of an XML file that formats need, piece by piece: no entities of the file's own, no network, bounded memory.
import { Parser } from 'htmlparser2';
import { ImportProblem } from './problems';

export interface Element {
  /** Without its prefix. */
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const MAX_DEPTH = 64;
const MAX_TEXT = 16 * 1024 ** 2;
/** Letters that the parser may wait with for the end of a tag, comment or declaration. */
const MAX_MARKUP = 16 * 1024 ** 2;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Yields each element called one of `tags`, whole, together with the names of the elements around it. Nothing else is
 * kept. Errors: 'xml_doctype' (entities and outside files are never read), 'broken_file', 'too_large' (an element's text, or more than
 * `maxElements` in one whole).
 */
export async function* elements(
  pieces: AsyncIterable<string>,
  tags: ReadonlySet<string>,
  maxElements = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ element: Element; path: readonly string[] }> {
  let path: readonly string[] = [];
  const open: Element[] = [];
  let whole: { element: Element; path: readonly string[] }[] = [];
  let textLength = 0;
  let elementCount = 0;
  let waiting = 0;
  let openedAt = -1;

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        waiting = 0;
        openedAt = parser.endIndex;
        const name = local(tag);
        if (path.length + open.length > MAX_DEPTH) throw new ImportProblem('broken_file', 'nested too deep');
        const current = open.at(-1);
        if (!current && !tags.has(name)) {
          path = [...path, name];
          return;
        }
        if (++elementCount > maxElements) throw new ImportProblem('too_large', 'too many elements');
        const element: Element = { name, attributes: {}, children: [], text: '' };
        for (const key in attributes) element.attributes[local(key)] = attributes[key] as string;
        current?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        waiting = 0;
        const current = open.at(-1);
        if (!current) return;
        current.text += text;
        textLength += text.length;
        if (textLength > MAX_TEXT) throw new ImportProblem('too_large', 'one element is too long');
      },
      onclosetag(tag, isImplied) {
        waiting = 0;
        // An element that closes itself ends where it began; any other without an end of its own was left open.
        if (isImplied && parser.endIndex !== openedAt) throw new ImportProblem('broken_file', `<${tag}> has no end`);
        const element = open.pop();
        if (!element) path = path.slice(0, -1);
        else if (open.length === 0) {
          whole.push({ element, path });
          textLength = 0;
          elementCount = 0;
        }
      },
      onprocessinginstruction(name) {
        waiting = 0;
        if (/^!(DOCTYPE|ENTITY)/i.test(name)) throw new ImportProblem('xml_doctype');
      },
      oncomment() {
        waiting = 0;
      },
    },
    { xmlMode: true },
  );

  for await (const piece of pieces) {
    waiting += piece.length;
    parser.write(piece);
    if (waiting > MAX_MARKUP) throw new ImportProblem('broken_file', 'endless markup');
    yield* whole;
    whole = [];
  }
  if (path.length > 0 || open.length > 0) throw new ImportProblem('broken_file', 'the XML breaks off');
}
