// A small, safe reading of help pages: headings, paragraphs, lists, bold, code, links. Anything else stays plain text.
import { safeLink } from './safe-link';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

const INLINE = /\*\*([^*\n]{1,500})\*\*|`([^`\n]{1,200})`|\[([^\]\n]{1,200})\]\(([^()\s]{1,500})\)/g;

/** The pieces of one line of text. */
export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) });
    const [, bold, code, label, address] = match;
    if (bold !== undefined) found.push({ kind: 'bold', text: bold });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else found.push({ kind: 'link', text: label ?? '', href: safeLink(address ?? '') });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}

const ITEM = /^\s{0,3}(?:[-*]|(\d{1,3})[.)])\s+(.*)$/;

/** The blocks of a help page. Never throws; never yields markup. */
export function markdown(source: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let list: { kind: 'list'; ordered: boolean; items: string[] } | null = null;
  const close = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', content: inline(paragraph.join(' ')) });
    if (list) blocks.push({ ...list, items: list.items.map(inline) });
    paragraph = [];
    list = null;
  };
  for (const line of source.replace(/\r\n?/g, '\n').split('\n')) {
    const heading = /^(#{1,3})\s+(.*)$/.exec(line);
    const item = ITEM.exec(line);
    if (line.trim() === '') close();
    else if (heading) {
      close();
      blocks.push({
        kind: 'heading',
        level: (heading[1] as string).length as 1 | 2 | 3,
        content: inline(heading[2] ?? ''),
      });
    } else if (item) {
      const ordered = item[1] !== undefined;
      if (!list || list.ordered !== ordered) {
        close();
        list = { kind: 'list', ordered, items: [] };
      }
      list.items.push(item[2] ?? '');
    } else if (list) list.items.push(`${list.items.pop() ?? ''} ${line.trim()}`);
    else paragraph.push(line.trim());
  }
  close();
  return blocks;
}
