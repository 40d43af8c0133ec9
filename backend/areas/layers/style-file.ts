// Styles of other programs, in and out: text on one side, our style on the other. Nothing in a file is ever fetched.
import { SldStyleParser } from 'geostyler-sld-parser';
import type { LayerConfig } from '../../../contract/schemas/layer';
import { Labels, Style, type StyleFormat, type StyleWarning } from '../../../contract/schemas/style';
import { Refusal } from '../../http/errors';
import { fromRules } from './style-in';
import type { GsRule } from './style-model';
import { toRules } from './style-out';
import { Qml } from './style-qml';

interface Drawn {
  type: number;
  label: string;
  config: Pick<LayerConfig, 'form' | 'style' | 'labels'>;
}

/** The one DOCTYPE that is taken off instead of refused: QGIS writes it, and it holds nothing. */
const QGIS_DOCTYPE = /^\s*(<\?xml[^>]*\?>\s*)?<!DOCTYPE qgis(\s+PUBLIC(\s+('[^'[\]]*'|"[^"[\]]*")){2})?\s*>/;

const unread = () => new Refusal(400, 'styleFileUnread');
type Parsed = { output?: { rules: GsRule[] }; errors?: unknown[] };

/** All values stay text: "007" is no number, and the form says what is. */
const sld = () => new SldStyleParser({ sldVersion: '1.0.0', parserOptions: { parseTagValue: false } });

/** Reads a style file for a layer. 400 where it is no such file, or draws nothing of the layer's kind. */
export async function readStyleFile(
  format: StyleFormat,
  content: string,
  { type, config }: Drawn,
): Promise<{ style: Style; labels: Labels | null; warnings: StyleWarning[] }> {
  const text = format === 'qml' ? content.replace(QGIS_DOCTYPE, '') : content;
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Refusal(400, 'xml_doctype');
  const qml = new Qml();
  const parsed = (await (format === 'qml' ? qml.readStyle(text) : sld().readStyle(text)).catch(unread)) as Parsed;
  const rules = parsed.output?.rules;
  if (!rules || parsed.errors?.length) throw unread();
  const read = fromRules(
    rules.map((r) => ({ ...r, name: String(r.name ?? ''), symbolizers: r.symbolizers ?? [] })),
    type,
    config.form,
  );
  const style = Style.safeParse(read.style);
  const labels = Labels.nullable().safeParse(read.labels);
  if (!style.success || !labels.success) throw new Refusal(400, 'styleFileEmpty');
  return { style: style.data, labels: labels.data, warnings: [...read.warnings, ...qml.warnings].slice(0, 100) };
}

/** A layer's look as a file's text, with what the format cannot say. */
export async function writeStyleFile(
  format: StyleFormat,
  { type, label, config }: Drawn,
): Promise<{ content: string; warnings: StyleWarning[] }> {
  const { rules, warnings } = toRules({ ...config, type }, format === 'qml');
  const parser = format === 'qml' ? new Qml() : sld();
  const written = await parser.writeStyle({ name: label, rules } as never);
  if (typeof written.output !== 'string') throw new Error('the style could not be written', { cause: written.errors });
  return { content: written.output, warnings };
}
