// A small, safe reading of help pages: headings, paragraphs, lists, bold, code, links, icons, pictures, films. Anything else stays text.
import { safeLink } from './safe-link';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  /** `text` is what stands in the page, for an icon that is none of ours. */
  | { kind: 'icon'; name: string; text: string };

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  /** A file of ours; `text` says what it shows. */
  | { kind: 'picture' | 'film'; src: string; text: string };

const INLINE =
  /\*\*([^*\n]{1,500})\*\*|`([^`\n]{1,200})`|\[([^\]\n]{1,200})\]\(([^()\s]{1,500})\)|(?<![\w:]):([a-z][a-z0-9-]{1,30}):(?![\w:])/g;

/** The pieces of one line of text. */
export function inline(text: string): Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) inlines.push({ kind: 'text', text: text.slice(end, match.index) });
    const [all, bold, code, label, address, icon] = match;
    if (bold !== undefined) inlines.push({ kind: 'bold', text: bold });
    else if (code !== undefined) inlines.push({ kind: 'code', text: code });
    else if (icon !== undefined) inlines.push({ kind: 'icon', name: icon, text: all });
    else inlines.push({ kind: 'link', text: label ?? '', href: safeLink(address ?? '') });
    end = match.index + all.length;
  }
  if (end < text.length) inlines.push({ kind: 'text', text: text.slice(end) });
  return inlines;
}

const ITEM = /^\s{0,3}(?:[-*]|(\d{1,3})[.)])\s+(.*)$/;
const MEDIA = /^!\[([^\]\n]{0,200})\]\(([^()\s]{1,300})\)$/;
/** A file of ours by name or from the root; nothing with a scheme, another host, or a way up. */
const FILE = /^\/?(?:[a-z0-9_-]+\/)*[a-z0-9_-]+\.(png|jpe?g|webp|gif|svg|mp4)$/i;

/** A picture or film that stands alone on its line; null where its address is not one of our files. */
function media(line: string): Block | null {
  const [, text = '', src = ''] = MEDIA.exec(line.trim()) ?? [];
  const kind = FILE.exec(src)?.[1]?.toLowerCase();
  return kind ? { kind: kind === 'mp4' ? 'film' : 'picture', src, text } : null;
}

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
    const mediaBlock = media(line);
    if (line.trim() === '') close();
    else if (mediaBlock) {
      close();
      blocks.push(mediaBlock);
    } else if (heading) {
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
