// Changes of a board's list of widgets, and a board that a layer makes of itself. Pure.
import { isNumeric, specOf } from '@/contract/fields';
import type { Widget } from '@/contract/schemas/boards/board';
import type { Field } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';

export const SPANS = [3, 4, 6, 8, 12] as const;

/** An id that no widget of the list has. */
export function newId(widgets: readonly Pick<Widget, 'id'>[]): string {
  let n = widgets.length + 1;
  while (widgets.some(({ id }) => id === `w${n}`)) n++;
  return `w${n}`;
}

/** The list with a widget one place earlier (-1) or later (1). */
export function moveWidget(widgets: readonly Widget[], id: string, by: -1 | 1): Widget[] {
  const from = widgets.findIndex((one) => one.id === id);
  const to = from + by;
  const list = [...widgets];
  const [widget] = from >= 0 && to >= 0 && to < list.length ? list.splice(from, 1) : [];
  if (widget) list.splice(to, 0, widget);
  return list;
}

/** The list with a widget in place of the one of its id, or at its end. */
export const withWidget = (widgets: readonly Widget[], widget: Widget): Widget[] =>
  widgets.some(({ id }) => id === widget.id)
    ? widgets.map((one) => (one.id === widget.id ? widget : one))
    : [...widgets, widget];

const TEMPLATE_CHARTS = 4;
const isDay = ({ type }: Field) => type === 'date' || type === 'datetime';
const isChoice = ({ type }: Field) => type === 'choice' || type === 'multi_choice' || type === 'boolean';

/**
 * A board of a layer by its fields: how many records there are and came this month, choices as bars, days as a line, sums of numbers, its
 * map and its newest records. `titles` words what a field cannot.
 */
export function boardOfLayer(
  layer: Pick<Layer, 'id' | 'label' | 'type'> & { form: readonly Field[] },
  titles: { all: string; month: string; bySum: (field: string) => string; by: (field: string) => string },
): Widget[] {
  const widgets: Widget[] = [];
  const add = (widget: Widget extends infer W ? (W extends { id: string } ? Omit<W, 'id'> : never) : never) =>
    widgets.push({ ...widget, id: newId(widgets) } as Widget);
  const { id, form } = layer;
  add({ kind: 'number', span: 3, title: titles.all, question: { layer: id }, trend: null });
  add({ kind: 'number', span: 3, title: titles.month, question: { layer: id }, trend: 'month' });
  const stored = form.filter((field) => specOf(field).format !== 'none');
  for (const { name, label } of stored.filter(isNumeric).slice(0, 2))
    add({ kind: 'number', span: 3, title: titles.bySum(label), question: { layer: id, measures: [{ type: 'sum', field: name }] }, trend: null }); // biome-ignore format: one widget
  for (const { name, label } of stored.filter(isChoice).slice(0, TEMPLATE_CHARTS))
    add({ kind: 'chart', span: 6, title: titles.by(label), form: 'bar', question: { layer: id, group_by: { field: name }, limit: 10 } }); // biome-ignore format: one widget
  const day = stored.find(isDay);
  add({
    kind: 'chart',
    span: 6,
    title: day ? titles.by(day.label) : '',
    form: 'line',
    question: {
      layer: id,
      group_by: day ? { field: day.name, period: 'month' } : { column: 'create_date', period: 'month' },
      sort_by: 'key',
    },
  });
  if (layer.type > 0) add({ kind: 'map', span: 6, title: layer.label, layers: [id] });
  add({ kind: 'records', span: 6, title: '', layer: id, limit: 10 });
  return widgets;
}
