// QGIS's QML: the library reads and writes the symbols; filters, units, halos and the words of categories are added here.
import { QGISStyleParser } from 'geostyler-qgis-parser';
import type { StyleWarning } from '../../../contract/schemas/style';
import type { GsFilter, GsRule, GsSymbolizer } from './style-model';

const PIXELS: Record<string, number> = { MM: 96 / 25.4, Pixel: 1, Point: 96 / 72, Inch: 96 };
const SIZES = ['size', 'outline_width', 'line_width', 'customdash'];

const name = (field: unknown) => `"${String(field).replaceAll('"', '""')}"`;
const literal = (v: unknown) => (typeof v === 'number' ? String(v) : `'${String(v).replaceAll("'", "''")}'`);

/** A filter as QGIS writes expressions. */
export function expressionOf(filter: GsFilter): string {
  const [op, a, b] = filter as [string, unknown, unknown];
  if (op === '&&' || op === '||')
    return filter
      .slice(1)
      .map((part) => `(${expressionOf(part as GsFilter)})`)
      .join(op === '&&' ? ' AND ' : ' OR ');
  if (op === '!') return `NOT (${expressionOf(a as GsFilter)})`;
  if (b === null) return `${name(a)} IS NULL`;
  if (op === '*=') {
    const text = String(b)
      .slice(1, -1)
      .replace(/!([*.!])/g, '$1')
      .replace(/[\\%_]/g, '\\$&');
    return `${name(a)} LIKE ${literal(`%${text}%`)}`;
  }
  return `${name(a)} ${op === '==' ? '=' : op} ${literal(b)}`;
}

type Token = { kind: 'name' | 'text' | 'number' | 'word' | 'sign'; value: string };
const TOKEN =
  /\s*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|(<>|<=|>=|!=|=|<|>|\(|\)))/uy;

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    if (!text.slice(TOKEN.lastIndex).trim()) break;
    const match = TOKEN.exec(text);
    if (!match) return null;
    const [, quoted, string, number, word, sign] = match;
    if (quoted !== undefined) tokens.push({ kind: 'name', value: quoted.replaceAll('""', '"') });
    else if (string !== undefined) tokens.push({ kind: 'text', value: string.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else tokens.push({ kind: 'sign', value: sign ?? '' });
  }
  return tokens;
}

const MAX_NESTING = 20;

/** A QGIS expression of comparisons, AND, OR and NOT; null for anything more. */
export function filterOfExpression(text: string): GsFilter | null {
  const tokens = tokensOf(text.slice(0, 20_000));
  if (!tokens) return null;
  let at = 0;
  const word = (value: string) => tokens[at]?.kind === 'word' && tokens[at]?.value.toUpperCase() === value;
  const sign = (value: string) => tokens[at]?.kind === 'sign' && tokens[at]?.value === value;
  const takeIf = (is: boolean) => {
    if (is) at++;
    return is;
  };
  function either(depth: number): GsFilter | null {
    return joined('OR', '||', () => joined('AND', '&&', () => single(depth)));
  }
  function joined(by: string, op: string, part: () => GsFilter | null): GsFilter | null {
    const parts: GsFilter[] = [];
    do {
      const read = part();
      if (!read) return null;
      parts.push(read);
    } while (takeIf(word(by)));
    return parts.length === 1 ? (parts[0] as GsFilter) : [op, ...parts];
  }
  function single(depth: number): GsFilter | null {
    if (depth > MAX_NESTING) return null;
    if (takeIf(word('NOT'))) {
      const inner = single(depth + 1);
      return inner && ['!', inner];
    }
    if (takeIf(sign('('))) {
      const inner = either(depth + 1);
      return inner && takeIf(sign(')')) ? inner : null;
    }
    const field = tokens?.[at++];
    if (field?.kind !== 'name' && field?.kind !== 'word') return null;
    if (takeIf(word('IS'))) {
      const not = takeIf(word('NOT'));
      if (!takeIf(word('NULL'))) return null;
      return not ? ['!', ['==', field.value, null]] : ['==', field.value, null];
    }
    const like = takeIf(word('LIKE')) || takeIf(word('ILIKE'));
    const op = like ? '*=' : tokens?.[at]?.kind === 'sign' ? tokens[at++]?.value : undefined;
    const value = tokens?.[at++];
    if (op === undefined || (value?.kind !== 'text' && value?.kind !== 'number')) return null;
    if (like) {
      const inside = /^%([\s\S]+)%$/.exec(value.value)?.[1];
      if (inside === undefined || /(^|[^\\])[%_]/.test(inside)) return null;
      return ['*=', field.value, `*${inside.replace(/\\([\\%_])/g, '$1').replace(/[*.!]/g, '!$&')}*`];
    }
    const operators: Record<string, string> = { '=': '==', '<>': '!=' };
    return [operators[op] ?? op, field.value, value.kind === 'number' ? Number(value.value) : value.value];
  }
  const filter = either(0);
  return filter && at === tokens.length ? filter : null;
}

// The document as xml2js gives it: attributes under `$`, children as lists by name.
type Node = { $?: Record<string, string> } & { [child: string]: Node[] | undefined };
const child = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce((n: Node | undefined, key) => n?.[key]?.[0], node);
const all = (node: Node | undefined, key: string): Node[] => node?.[key] ?? [];

/** The library's reader and writer with what it leaves out. One object reads or writes one file. */
export class Qml extends QGISStyleParser {
  readonly warnings: StyleWarning[] = [];

  override qmlSymbolizerLayerPropsToObject(layer: unknown) {
    const props = super.qmlSymbolizerLayerPropsToObject(layer as never) as Record<string, string>;
    for (const key of SIZES) {
      const value = props[key];
      if (value === undefined) continue;
      const unit = props[`${key}_unit`] ?? 'MM';
      if (!(unit in PIXELS)) this.warnings.push({ code: 'unit', where: unit });
      const pixels = PIXELS[unit] ?? 1;
      props[key] = value
        .split(';')
        .map((n) => Math.round(Number(n) * pixels * 1000) / 1000)
        .join(';');
    }
    return props as never;
  }

  override getTextSymbolizerFromLabelSettings(settings: unknown) {
    // The library wants a placement, which QGIS may leave out.
    const placed = { ...(settings as Node), placement: all(settings as Node, 'placement') };
    if (!placed.placement[0]?.$) placed.placement = [{ $: {} } as Node];
    const text = super.getTextSymbolizerFromLabelSettings(placed as never) as unknown as GsSymbolizer;
    const style = child(settings as Node, 'text-style')?.$ ?? {};
    const buffer = child(settings as Node, 'text-style', 'text-buffer') ?? child(settings as Node, 'text-buffer');
    const attributes = buffer?.$ ?? {};
    const pixels = (unit: string | undefined, fallback: number) => PIXELS[unit ?? ''] ?? fallback;
    // Points are QGIS's unit of text; our own writer names pixels by leaving the unit out.
    if (typeof text.size === 'number' && style.fontSizeUnit)
      text.size = Math.round(text.size * pixels(style.fontSizeUnit, 1) * 10) / 10;
    if (attributes.bufferDraw === '1' && attributes.bufferColor) {
      text.haloColor = this.qmlColorToHex(attributes.bufferColor);
      text.haloWidth =
        Math.round(Number(attributes.bufferSize ?? 1) * pixels(attributes.bufferSizeUnits, PIXELS.MM as number) * 100) /
        100;
    }
    return text as never;
  }

  /** QGIS takes dashes for millimetres unless told. */
  override propsObjectToQmlSymbolOptions(properties: unknown) {
    const input = properties as Record<string, unknown>;
    return super.propsObjectToQmlSymbolOptions({
      ...input,
      ...(input.customdash === undefined ? {} : { customdash_unit: 'Pixel' }),
    } as never);
  }

  override getQmlFilterFromFilter(filter: unknown) {
    return expressionOf(filter as GsFilter) as never;
  }

  override getRulesFromQmlObject(document: unknown) {
    const root = child(document as Node, 'qgis') ?? ((document as { qgis?: Node }).qgis as Node | undefined);
    const renderer = child(root, 'renderer-v2');
    const symbols = this.parseQmlSymbolizers(all(child(renderer, 'symbols'), 'symbol') as never) as unknown as Record<
      string,
      GsSymbolizer[]
    >;
    // What is said of a whole symbol is said of each of its parts.
    for (const symbol of all(child(renderer, 'symbols'), 'symbol')) {
      const alpha = Number(symbol.$?.alpha ?? 1);
      if (alpha < 1)
        for (const part of symbols[symbol.$?.name ?? ''] ?? [])
          part.opacity = (typeof part.opacity === 'number' ? part.opacity : 1) * Math.max(0, alpha);
    }
    const of = (node: Node) => symbols[node.$?.symbol ?? ''] ?? [];
    const isVisible = (node: Node) => node.$?.render !== 'false' && node.$?.checkstate !== '0';
    const attribute = (renderer?.$?.attr ?? '').replace(/^"(.*)"$/, '$1');
    const rules: GsRule[] = [];
    switch (renderer?.$?.type) {
      case 'categorizedSymbol': {
        const categories = all(child(renderer, 'categories'), 'category').filter(isVisible);
        const named = categories.filter((c) => c.$?.value);
        for (const c of named)
          rules.push({ name: c.$?.label ?? '', filter: ['==', attribute, c.$?.value], symbolizers: of(c) });
        const rest = categories.find((c) => !c.$?.value);
        if (rest)
          rules.push({
            name: '',
            filter: ['||', ['==', attribute, null], ['&&', ...named.map((c) => ['!=', attribute, c.$?.value])]],
            symbolizers: of(rest),
          });
        break;
      }
      case 'graduatedSymbol':
        for (const r of all(child(renderer, 'ranges'), 'range').filter(isVisible))
          rules.push({
            name: r.$?.label ?? '',
            filter: ['&&', ['>=', attribute, Number(r.$?.lower)], ['<', attribute, Number(r.$?.upper)]],
            symbolizers: of(r),
          });
        break;
      case 'RuleRenderer':
        for (const r of all(child(renderer, 'rules'), 'rule').filter(isVisible)) rules.push(...this.ruleOf(r, of(r)));
        break;
      case 'singleSymbol':
        rules.push({ name: '', symbolizers: Object.values(symbols)[0] ?? [] });
        break;
      default:
        this.warnings.push({ code: 'kind', where: renderer?.$?.type ?? '' });
        if (Object.values(symbols)[0]) rules.push({ name: '', symbolizers: Object.values(symbols)[0] ?? [] });
    }
    const labeling = child(root, 'labeling');
    if (labeling?.$?.type === 'simple' || labeling?.$?.type === 'rule-based')
      for (const symbolizers of Object.values(this.parseQmlLabeling(labeling as never)) as unknown as GsSymbolizer[][])
        rules.push({ name: 'labels', symbolizers });
    return rules as never;
  }

  private ruleOf(node: Node, symbolizers: GsSymbolizer[]): GsRule[] {
    const { label = '', filter = '', scalemindenom, scalemaxdenom } = node.$ ?? {};
    const read = filter ? filterOfExpression(filter) : null;
    const bad = (filter && !read) || filter.trim().toUpperCase() === 'ELSE' || all(node, 'rule').length > 0;
    if (bad) {
      this.warnings.push({ code: 'filter', where: label || filter.slice(0, 100) });
      return [];
    }
    const scale = {
      ...(Number(scalemindenom) > 0 ? { min: Number(scalemindenom) } : {}),
      ...(Number(scalemaxdenom) > 0 ? { max: Number(scalemaxdenom) } : {}),
    };
    return [
      {
        name: label,
        ...(read ? { filter: read } : {}),
        ...(Object.keys(scale).length ? { scaleDenominator: scale } : {}),
        symbolizers,
      },
    ];
  }
}
