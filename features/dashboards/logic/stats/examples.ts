// Questions to begin with, made of a layer's own fields. Pure.
import { isChoice, isDated, isNumeric } from '@/contract/fields';
import type { Layer } from '@/contract/schemas/layer';
import { groupable, NO_QUESTION, type Question } from './question';

/** Choices give bars, else days a line, else numbers a sum by region, else the state of the work. */
export function exampleOf({ id, type, config }: Pick<Layer, 'id' | 'type' | 'config'>): Question {
  const fields = groupable(config.form);
  const base: Question = { ...NO_QUESTION, layer: id };
  const number = fields.find(isNumeric);
  const measures = number ? [{ type: 'sum', field: number.name } as const] : [];
  const choice = fields.find(isChoice);
  if (choice) return { ...base, groupBy: { field: choice.name }, measures };
  const day = fields.find(isDated);
  if (day) return { ...base, groupBy: { field: day.name, period: 'year' }, measures, chart: 'line' };
  return { ...base, groupBy: { column: type > 0 ? 'region' : 'status' }, measures };
}
