// A small XML reader for the elements that formats need: no entities of the file's own, no network, bounded memory.
import { ImportProblem } from './problems';

export interface Element {
  /** Without its prefix. */
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const MAX_DEPTH = 64;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const plain = (text: string) =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const ATTRIBUTE = /\s([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const local = (name: string) => name.slice(name.indexOf(':') + 1);

function element(tag: string): Element {
  const name = /^[^\s/>]+/.exec(tag)?.[0] ?? '';
  const attributes: Record<string, string> = {};
  for (const [, key, double, single] of tag.slice(name.length).matchAll(ATTRIBUTE)) {
    attributes[local(key as string)] = plain(double ?? single ?? '');
  }
  return { name: local(name), attributes, children: [], text: '' };
}

/** The end of the markup that begins at `at` (on "<"); -1 while it has not arrived yet. */
function markupEnd(text: string, at: number): number {
  const after = (mark: string, from: number) => {
    const end = text.indexOf(mark, from);
    return end < 0 ? -1 : end + mark.length;
  };
  if (text.startsWith('<!--', at)) return after('-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return after(']]>', at + 9);
  if (text.startsWith('<?', at)) return after('?>', at + 2);
  // ">" may stand inside an attribute.
  for (let i = at + 1, quote = ''; i < text.length; i++) {
    const c = text[i] as string;
    if (quote) {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '>') return i + 1;
  }
  return -1;
}

const MAX_TEXT = 16 * 1024 ** 2;
const MAX_TAG = 64 * 1024;
/** More than one piece of input never waits for its end. */
const PIECE = 512 * 1024;

/**
 * Yields each element called one of `wanted`, whole, together with the names of the elements around it. Nothing else is
 * kept. Errors: 'xml_doctype' (entities and outside files are never read), 'broken_file'.
 */
export async function* elements(
  pieces: AsyncIterable<string>,
  tags: ReadonlySet<string>,
): AsyncGenerator<{ element: Element; path: string[] }> {
  const path: string[] = [];
  let open: Element[] = [];
  let textLength = 0;
  let buffer = '';

  for await (const piece of pieces) {
    buffer += piece;
    let at = 0;
    for (;;) {
      const tag = buffer.indexOf('<', at);
      const until = tag < 0 ? buffer.length : tag;
      const current = open[open.length - 1];
      if (current && until > at) {
        // An entity may be cut in half by the end of the piece: it waits for the rest.
        const cut = tag < 0 ? Math.max(buffer.lastIndexOf('&'), at - 1) : -1;
        const end = cut >= at && until - cut < 12 ? cut : until;
        current.text += plain(buffer.slice(at, end));
        textLength += end - at;
        at = end;
      } else at = until;
      if (textLength > MAX_TEXT) throw new ImportProblem('too_large', 'one element is too long');
      if (tag < 0) break;
      const end = markupEnd(buffer, tag);
      if (end < 0) {
        const longest = buffer[tag + 1] === '!' ? MAX_TEXT : MAX_TAG;
        if (buffer.length - tag > longest + PIECE) throw new ImportProblem('broken_file', 'endless markup');
        break;
      }
      at = end;
      if (buffer.startsWith('<!', tag)) {
        if (/^<!(DOCTYPE|ENTITY)/i.test(buffer.slice(tag, tag + 10))) throw new ImportProblem('xml_doctype');
        if (current && buffer.startsWith('<![CDATA[', tag)) current.text += buffer.slice(tag + 9, end - 3);
        continue;
      }
      if (buffer[tag + 1] === '?') continue;
      if (buffer[tag + 1] === '/') {
        const name = local(buffer.slice(tag + 2, end - 1).trim());
        const closed = open.pop();
        const expected = closed ? closed.name : path.pop();
        if (name !== expected) throw new ImportProblem('broken_file', `</${name}> without its beginning`);
        if (closed && open.length === 0) {
          yield { element: closed, path };
          textLength = 0;
        }
        continue;
      }
      const empty = buffer[end - 2] === '/';
      const child = element(buffer.slice(tag + 1, end - (empty ? 2 : 1)));
      if (path.length + open.length > MAX_DEPTH) throw new ImportProblem('broken_file', 'nested too deep');
      if (current) current.children.push(child);
      if (current || tags.has(child.name)) {
        if (!empty) open.push(child);
        else if (!current) yield { element: child, path };
      } else if (!empty) path.push(child.name);
    }
    buffer = buffer.slice(at);
  }
  if (path.length > 0 || open.length > 0) throw new ImportProblem('broken_file', 'the XML breaks off');
  open = [];
}
