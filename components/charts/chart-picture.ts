// A chart as a PNG for papers and messages: its drawing at twice the size, with title, legend, ground and the letters it is written in.
import { type ChartData, colorOf } from './chart-data';

const SCALE = 2;
const HEAD = 40;
const LINE = 24;
const FONT = '/fonts/Vazirmatn-Variable.woff2';
const SVG = 'http://www.w3.org/2000/svg';
/** What a drawing takes from style sheets, which a picture does not have. */
const INLINE = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'font-size', 'opacity'] as const; // biome-ignore format: one list

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

const inlineStyles = (from: Element, to: Element): void => {
  const style = getComputedStyle(from);
  for (const name of INLINE) to.setAttribute(name, style.getPropertyValue(name));
  [...from.children].forEach((child, i) => {
    const copy = to.children[i];
    if (copy) inlineStyles(child, copy);
  });
};

const element = (name: string, attributes: Record<string, string | number>, text = ''): SVGElement => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.textContent = text;
  return node;
};

/** Rejects where the font or the picture cannot be made. A chart of one series has no legend; a pie has its rows as one. */
export async function chartPicture(
  svg: SVGSVGElement,
  { title, data }: { title: string; data: ChartData },
): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const root = getComputedStyle(document.documentElement);
  const isRtl = document.documentElement.dir === 'rtl';
  const isPie = svg.querySelector('.recharts-pie') !== null;
  const names = isPie ? data.rows.map(({ label }) => label) : data.series.length > 1 ? data.series : [];
  const total = HEAD + height + names.length * LINE + 12;
  const response = await fetch(FONT);
  if (!response.ok) throw new Error(`font: ${response.status}`);
  const font = await dataAddress(await response.blob());

  const picture = element('svg', {
    xmlns: SVG,
    width,
    height: total,
    viewBox: `0 0 ${width} ${total}`,
    'font-family': 'V',
  });
  const color = getComputedStyle(svg).color;
  picture.style.color = color;
  picture.append(
    element('style', {}, `@font-face{font-family:V;src:url(${font})}`),
    element('rect', { width, height: total, fill: root.getPropertyValue('--surface-1') }),
  );
  const start = isRtl ? width - 12 : 12;
  const words = { fill: color, direction: isRtl ? 'rtl' : 'ltr', 'text-anchor': 'start' };
  picture.append(element('text', { ...words, x: start, y: 26, 'font-size': 15, 'font-weight': 600 }, title));
  const copy = svg.cloneNode(true) as SVGSVGElement;
  inlineStyles(svg, copy);
  copy.setAttribute('y', String(HEAD));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  picture.append(copy);
  names.forEach((name, i) => {
    const y = HEAD + height + i * LINE;
    const swatch = root.getPropertyValue(`--mantine-color-${colorOf(i).replace('.', '-')}`);
    picture.append(
      element('rect', { x: isRtl ? start - 12 : start, y, width: 12, height: 12, rx: 3, fill: swatch }),
      element('text', { ...words, x: isRtl ? start - 20 : start + 20, y: y + 11, 'font-size': 13 }, name),
    );
  });

  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(total * SCALE);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
