// Counts the values of a layer that a format or an encoding cannot hold, before anybody downloads it.
import { decode, encode } from 'iconv-lite';
import { cellOf } from '../../../contract/values/value-text';
import { isFormula } from './csv';
import { cut, type OutFormat } from './formats';
import type { OutLayer } from './index';

/** Rows that are looked through. */
const MAX_ROWS = 20_000;

/** One kind of loss: fields or values that it touches, at least so many where `capped`. */
export interface Loss {
  code: 'letters' | 'noFields' | 'names' | 'cutText' | 'formulas';
  count: number;
  capped: boolean;
}

/** The losses of a layer in a format, those of its names before those of its values. */
export async function lossesOf(layer: OutLayer, format: OutFormat, encoding = 'UTF-8'): Promise<Loss[]> {
  if (!format.fields) return [{ code: 'noFields', count: layer.fields.length, capped: false }];
  const { maxText, named } = format;
  const renamed = named ? layer.fields.filter((f) => named(f.name, encoding) !== f.name).length : 0;
  const counts = { letters: 0, cutText: 0, formulas: 0 };
  const isLegacy = encoding !== 'UTF-8';
  // Sheets count characters, shapefiles bytes.
  const isLong = (text: string) =>
    maxText !== undefined && (format.geometry ? !isLegacy && cut(text, maxText) !== text : text.length > maxText);
  const texts = layer.fields.filter((f) => f.type !== 'date' && f.type !== 'datetime');
  let rows = 0;
  if (isLegacy || maxText !== undefined || !format.geometry)
    for await (const { value } of layer.rows('none')) {
      for (const field of texts) {
        const text = cellOf(field, value[field.name] ?? null, layer.codes);
        if (typeof text !== 'string') continue;
        if (isLegacy && decode(encode(text, encoding), encoding) !== text) counts.letters++;
        if (isLong(text) || (isLegacy && maxText !== undefined && encode(text, encoding).length > maxText))
          counts.cutText++;
        if (!format.geometry && isFormula(text)) counts.formulas++;
      }
      if (++rows >= MAX_ROWS) break;
    }
  const capped = rows >= MAX_ROWS;
  return [
    { code: 'names' as const, count: renamed, capped: false },
    ...(['letters', 'cutText', 'formulas'] as const).map((code) => ({ code, count: counts[code], capped })),
  ].filter(({ count }) => count > 0);
}
