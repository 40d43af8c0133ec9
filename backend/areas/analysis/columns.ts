// What the values of an analysis are called and where each comes from. Pure.

import { hasNoValue, plainType, type Single } from '../../../contract/fields';
import type { AnalysisColumn, AnalysisOrder } from '../../../contract/schemas/analysis';
import type { Field, Values } from '../../../contract/schemas/form';
import { cellOf } from '../../../contract/values/value-text';
import { type Lang, Refusal, say } from '../../http/errors';
import type { Source } from './sources';

/** Fields of a new layer at most, as of any layer. */
const MAX_FIELDS = 500;
const NAME = 63;
const LABEL = 200;

/** A column, and which value of a found feature fills it: of the first source, of the second, or reckoned. */
export interface Column extends AnalysisColumn {
  from: 'of' | 'by' | 'more';
  key: string;
  /** Whose values these are; null for what is reckoned. */
  field: Field | null;
}

/** A name that is not taken: with a number behind it where it must be. */
function findFreeName(name: string, usedNames: Set<string>): string {
  let freeName = name.slice(0, NAME);
  for (let i = 2; usedNames.has(freeName); i++) freeName = `${name.slice(0, NAME - 4)}_${i}`;
  usedNames.add(freeName);
  return freeName;
}

/** Options of a choice do not come along: old values need not be among them, and another layer has options of its own. */
const typeOf = plainType;

/** Whether all features become one shape. */
export const dissolves = ({ how, dissolve }: Pick<AnalysisOrder, 'how' | 'dissolve'>): boolean =>
  dissolve === true && (how === 'buffer' || how === 'hull');

/**
 * The columns of an analysis. One of a single source keeps the names of its fields; of two, those of the second begin with
 * `by_`, and of an intersection those of the first with `of_`. What is reckoned is `distance` (metres), `nearest_id`, `count`
 * and `sum_` with the field's name.
 */
export function columnsOf(
  order: Pick<AnalysisOrder, 'how' | 'dissolve' | 'sum'>,
  of: Source,
  by: Source | null,
  lang: Lang,
): Column[] {
  const usedNames = new Set<string>();
  const all: Column[] = [];
  const add = (
    from: Column['from'],
    key: string,
    name: string,
    label: string,
    type: Field['type'],
    field: Field | null = null,
  ) => all.push({ name: findFreeName(name, usedNames), label: label.slice(0, LABEL), type, from, key, field });
  const labelOf = (field: Field, source: Source) => {
    const own = source.kind === 'layer' ? field.label : say(lang, 'analysisLabel');
    return source.label === null || source === of ? own : `${own} (${source.label})`;
  };
  const fields = (source: Source, from: 'of' | 'by', prefix: string) => {
    for (const field of source.form.filter((one) => !hasNoValue(one)))
      add(from, field.name, `${prefix}${field.name}`, labelOf(field, source), typeOf(field), field);
  };
  if (dissolves(order)) add('more', 'count', 'count', say(lang, 'analysisCount'), 'integer');
  else fields(of, 'of', order.how === 'intersection' ? 'of_' : '');
  if (by && order.how === 'intersection') fields(by, 'by', 'by_');
  if (by && order.how === 'nearest') {
    add('more', 'distance', 'distance', say(lang, 'analysisDistance'), 'decimal');
    add('more', 'nearest', 'nearest_id', say(lang, 'analysisNearest'), 'integer');
    fields(by, 'by', 'by_');
  }
  if (by && order.how === 'summary') {
    add('more', 'count', 'count', say(lang, 'analysisCount'), 'integer');
    for (const name of new Set(order.sum ?? [])) {
      const field = by.form.find((f) => f.name === name);
      if (!field || by.kind !== 'layer' || (field.type !== 'integer' && field.type !== 'decimal'))
        throw new Refusal(400, 'calcField', { params: { key: name } });
      add('more', `sum:${name}`, `sum_${name}`, say(lang, 'analysisSum', { label: field.label }), 'decimal');
    }
  }
  if (all.length > MAX_FIELDS) throw new Refusal(400, 'analysisFields', { params: { max: MAX_FIELDS } });
  return all;
}

/** What a feature was found with. */
export interface SourceValues {
  of: Values | null;
  by: Values | null;
  more: Values | null;
}

const getValue = ({ field, from, key }: Column, sources: SourceValues): Single =>
  cellOf(field ?? { type: 'text' }, sources[from]?.[key] ?? null);

/** The values of a feature by column. */
export const getValues = (columns: readonly Column[], sources: SourceValues): Record<string, Single> =>
  Object.fromEntries(columns.map((column) => [column.name, getValue(column, sources)]));

/** The same as an answer carries them: yes and no as words. */
export const toWireValues = (
  columns: readonly Column[],
  sources: SourceValues,
): Record<string, string | number | null> =>
  Object.fromEntries(
    columns.map((column) => {
      const value = getValue(column, sources);
      return [column.name, typeof value === 'boolean' ? String(value) : value];
    }),
  );
