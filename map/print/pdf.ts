// A PDF of pages: outlines as outlines, text as text that can be searched and copied, pictures without loss. The same pages give the same bytes.
import type { Item, Page, Paint, Step } from './items';
import { MM_PER_POINT } from './paper';
import { createBody, formatNumber, toBytes, toHex, utf16 } from './pdf-body';
import { type Codes, createCodes, slotsOf, writeFace } from './pdf-fonts';
import { pack } from './raster/rows';
import { type Face, type Glyph, type Line, outline } from './text';

/** Rows packed by `packRows`. */
export interface Raster {
  width: number;
  height: number;
  packed: Blob;
}
/** A decoded picture with its transparency. */
export interface Rgba {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}
export interface PrintedPage {
  page: Page;
  /** Fills the page's item `map`. */
  map: Raster | null;
  /** Pictures that this page and later ones have, beside those of the document; their names are theirs alone. */
  images?: ReadonlyMap<string, Rgba>;
}
export interface DocumentFacts {
  title: string;
  lang: string;
  images: ReadonlyMap<string, Rgba>;
}

const colour = (value: string): string =>
  [1, 3, 5].map((at) => formatNumber(Number.parseInt(value.slice(at, at + 2), 16) / 255)).join(' ');

/** Points of millimetres. */
const pt = (mm: number): number => mm / MM_PER_POINT;

/** Marks of direction, which nobody has typed. */
const MARKS = /[\u200e\u200f]/g;

/**
 * What a turned line says as a whole; '' where its letters say it. Poppler begins a new word at every letter that stands half a point
 * higher than the word's first, save in a span that carries its own text. It turns the letters of such a text round where they are
 * written from right to left, as if they were glyphs; all others take them as they stand. So only a line from left to right has one.
 */
const spanOf = ({ text, glyphs }: Line, angle: number): string =>
  angle % 90 === 0 || glyphs.some((glyph) => glyph.rtl && glyph.text.replace(MARKS, '') !== '')
    ? ''
    : text.replace(MARKS, '').trim();

/** A step of an outline as an operator; `at` writes a place. */
const operatorOf = (s: Step, at: (x: number, y: number) => string): string =>
  s[0] === 'Z'
    ? 'h'
    : s[0] === 'C'
      ? `${at(s[1], s[2])} ${at(s[3], s[4])} ${at(s[5], s[6])} c`
      : `${at(s[1], s[2])} ${s[0] === 'M' ? 'm' : 'l'}`;

/** Writes the operators of one page. `height` in millimetres turns our downward y round. */
const createPen = (
  height: number,
  fontOf: (face: Face) => { name: string; codes: Codes },
  alphaOf: (a: number) => string,
) => {
  const out: string[] = [];
  const at = (x: number, y: number) => `${formatNumber(pt(x))} ${formatNumber(pt(height - y))}`;
  const step = (s: Step) => operatorOf(s, at);

  const path = ({ steps, fill, stroke, width = 0.2, opacity = 1, dash }: Paint & { steps: readonly Step[] }) => {
    if (!fill && !stroke) return;
    out.push('q');
    if (opacity < 1) out.push(`/${alphaOf(opacity)} gs`);
    if (fill) out.push(`${colour(fill)} rg`);
    if (stroke) out.push(`${colour(stroke)} RG ${formatNumber(pt(width))} w 1 j`);
    if (dash) out.push(`[${dash.map((d) => formatNumber(pt(d))).join(' ')}] 0 d`);
    out.push(...steps.map(step), fill && stroke ? 'B' : fill ? 'f' : 'S', 'Q');
  };

  const text = ({ line, x, y, size, color, angle = 0, opacity = 1 }: Extract<Item, { kind: 'text' }>) => {
    const turn = (angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    out.push('q');
    if (opacity < 1) out.push(`/${alphaOf(opacity)} gs`);
    out.push(`${colour(color)} rg`, 'BT');
    const span = spanOf(line, angle);
    if (span) out.push(`/Span<</ActualText<feff${utf16(span)}>>>BDC`);
    let font = '';
    let row: string[] = [];
    let end = 0;
    const place = (dx: number, dy: number): [number, number] => [x + dx * cos - dy * sin, y - dx * sin - dy * cos];
    const aside: Glyph[] = [];
    const close = () => {
      if (row.length > 0) out.push(`[${row.join('')}] TJ`);
      row = [];
    };
    for (const glyph of line.glyphs) {
      const { name, codes } = fontOf(glyph.face);
      if (name !== font) {
        close();
        out.push(
          `/${name} ${formatNumber(pt(size))} Tf`,
          `${formatNumber(cos)} ${formatNumber(sin)} ${formatNumber(-sin)} ${formatNumber(cos)} ${at(...place(glyph.x * size, 0))} Tm`,
        );
        font = name;
        end = glyph.x;
      }
      const gap = (end - glyph.x) * 1000;
      if (Math.abs(gap) > 0.5) row.push(formatNumber(gap));
      for (const slot of slotsOf(glyph, codes.empty)) row.push(`<${toHex(codes.of(slot))}>`);
      end = glyph.x + glyph.advance;
      if (glyph.dx !== 0 || glyph.dy !== 0) aside.push(glyph);
    }
    close();
    if (span) out.push('EMC');
    out.push('ET');
    for (const glyph of aside) {
      const steps = outline(glyph).map((s): Step => {
        const points = s.slice(1) as number[];
        const moved = [0, 2, 4].flatMap((i) =>
          i < points.length
            ? place((glyph.x + glyph.dx + (points[i] as number)) * size, (glyph.dy + (points[i + 1] as number)) * size)
            : [],
        );
        return [s[0], ...moved] as unknown as Step;
      });
      out.push(...steps.map(step), 'f');
    }
    out.push('Q');
  };

  const image = (name: string, x: number, y: number, w: number, h: number) => {
    out.push('q', `${formatNumber(pt(w))} 0 0 ${formatNumber(pt(h))} ${at(x, y + h)} cm`, `/${name} Do`, 'Q');
  };
  const clip = (x: number, y: number, w: number, h: number) => {
    out.push('q', `${at(x, y + h)} ${formatNumber(pt(w))} ${formatNumber(pt(h))} re W n`);
  };
  return { path, text, image, clip, unclip: () => out.push('Q'), end: () => toBytes(out.join('\n')) };
};

const split = ({ width, height, data }: Rgba): { rgb: Uint8Array<ArrayBuffer>; alpha: Uint8Array<ArrayBuffer> } => {
  const [rgb, alpha] = [new Uint8Array(width * height * 3), new Uint8Array(width * height)];
  for (let i = 0; i < alpha.length; i += 1) {
    rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3);
    alpha[i] = data[i * 4 + 3] as number;
  }
  return { rgb, alpha };
};

const IMAGE = '/Type/XObject/Subtype/Image/BitsPerComponent 8/Filter/FlateDecode';

/** The whole file. Pages may come one by one; what they hold is let go as soon as it is written. */
export const writePdf = async (pages: AsyncIterable<PrintedPage>, facts: DocumentFacts): Promise<Blob> => {
  const body = createBody();
  const [root, list, resources] = [body.reserve(), body.reserve(), body.reserve()];
  const fonts = new Map<Face, { name: string; id: number; codes: Codes }>();
  const alphas = new Map<number, string>();
  const images = new Map<string, number>();
  const addImage = async (name: string, picture: Rgba) => {
    const { rgb, alpha } = split(picture);
    const size = `/Width ${picture.width}/Height ${picture.height}`;
    const mask = body.add(`<<${IMAGE}${size}/ColorSpace/DeviceGray>>`, await pack(alpha));
    images.set(name, body.add(`<<${IMAGE}${size}/ColorSpace/DeviceRGB/SMask ${mask} 0 R>>`, await pack(rgb)));
  };
  for (const [name, picture] of facts.images) await addImage(name, picture);
  const fontOf = (face: Face) => {
    const font = fonts.get(face);
    if (font) return font;
    const entry = { name: `F${fonts.size + 1}`, id: body.reserve(), codes: createCodes(face) };
    fonts.set(face, entry);
    return entry;
  };
  const alphaOf = (alpha: number): string => {
    const name = alphas.get(alpha) ?? `G${alphas.size + 1}`;
    alphas.set(alpha, name);
    return name;
  };

  const kids: number[] = [];
  for await (const { page, map, images: own = [] } of pages) {
    for (const [name, picture] of own) await addImage(name, picture);
    const pen = createPen(page.height, fontOf, alphaOf);
    for (const item of page.items) {
      if (item.kind === 'path') pen.path(item);
      else if (item.kind === 'text') pen.text(item);
      else if (item.kind === 'clip') pen.clip(item.x, item.y, item.width, item.height);
      else if (item.kind === 'unclip') pen.unclip();
      else if (item.kind === 'image') {
        if (images.has(item.name)) pen.image(item.name, item.x, item.y, item.width, item.height);
      } else if (map) {
        const name = `M${kids.length + 1}`;
        const size = `/Width ${map.width}/Height ${map.height}`;
        const how = `/DecodeParms<</Predictor 15/Colors 3/BitsPerComponent 8/Columns ${map.width}>>`;
        images.set(name, body.add(`<<${IMAGE}${size}/ColorSpace/DeviceRGB${how}>>`, map.packed));
        pen.image(name, item.x, item.y, item.width, item.height);
      }
    }
    const content = body.add('<</Filter/FlateDecode>>', await pack(pen.end()));
    kids.push(
      body.add(
        `<</Type/Page/Parent ${list} 0 R/MediaBox[0 0 ${formatNumber(pt(page.width))} ${formatNumber(pt(page.height))}]/Resources ${resources} 0 R/Contents ${content} 0 R>>`,
      ),
    );
  }

  for (const { id, codes } of fonts.values()) await writeFace(body, id, codes);
  const row = (entries: Iterable<readonly [string, string]>) => [...entries].map(([k, v]) => `/${k} ${v}`).join('');
  body.put(
    resources,
    `<</Font<<${row([...fonts.values()].map(({ name, id }) => [name, `${id} 0 R`] as const))}>>/XObject<<${row([...images].map(([name, id]) => [name, `${id} 0 R`] as const))}>>/ExtGState<<${row([...alphas].map(([alpha, name]) => [name, `<</ca ${formatNumber(alpha)}/CA ${formatNumber(alpha)}>>`] as const))}>>>>`,
  );
  body.put(list, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((id) => `${id} 0 R`).join(' ')}]>>`);
  body.put(
    root,
    `<</Type/Catalog/Pages ${list} 0 R/Lang(${facts.lang})/ViewerPreferences<</DisplayDocTitle true${facts.lang.startsWith('fa') ? '/Direction/R2L' : ''}>>>>`,
  );
  const info = body.add(`<</Title<feff${utf16(facts.title)}>>>`);
  return body.end(root, info);
};
