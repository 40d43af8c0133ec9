// What the statistics dashboard asks, and the rules of its state (spec 4.3). Pure.
import { hasNoValue, isDated, isFiles, isNumeric } from '@/contract/fields';
import type { Widget } from '@/contract/schemas/boards/board';
import type { GroupBy, Measure, StatisticsQuery } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import type { DetailRule, Grouped } from '@/contract/schemas/query';

export const MAX_MEASURES = 8;
export const LIMITS = [10, 25, 100, 1000] as const;
export type Limit = (typeof LIMITS)[number];
export const CHARTS = ['bar', 'line', 'donut', 'table'] as const;
export type ChartType = (typeof CHARTS)[number];
/** More slices than these cannot be told apart. */
export const MAX_SLICES = 8;

export type Tree = Grouped<DetailRule>;
/** `count`, `key`, or the key of a measure. */
export type SortBy = string;

export interface Question {
  layer: number | null;
  groupBy: GroupBy | null;
  /** Each group in parts. */
  splitBy: GroupBy | null;
  measures: readonly Measure[];
  sortBy: SortBy;
  isAscending: boolean;
  limit: Limit;
  tree: Tree | null;
  regions: readonly number[];
  people: readonly number[];
  chart: ChartType;
  /** `count`, or the key of the measure that is drawn. */
  plot: string;
  /** The group that was pressed, as its key in JSON. */
  group: string | null;
  isMapFull: boolean;
  /** Regions have circles of their numbers, and not colours. */
  isBubbles: boolean;
  /** The map goes through time. */
  hasTime: boolean;
}

export const NO_QUESTION: Question = {
  layer: null,
  groupBy: null,
  splitBy: null,
  measures: [],
  sortBy: 'count',
  isAscending: false,
  limit: 25,
  tree: null,
  regions: [],
  people: [],
  chart: 'bar',
  plot: 'count',
  group: null,
  isMapFull: false,
  isBubbles: false,
  hasTime: false,
};

export const measureKey = (measure: Measure): string =>
  'field' in measure ? `${measure.type}.${measure.field}` : measure.type;
const fieldOfGroup = (by: GroupBy | null) => (by && 'field' in by ? by.field : null);
export const isByTime = (by: GroupBy | null): boolean => Boolean(by && 'period' in by && by.period);

/** Parts of regions are not counted: a feature may lie in several. */
export const canSplit = (by: GroupBy | null): boolean => by !== null && !('column' in by && by.column === 'region');
const nameOf = (by: GroupBy | null) =>
  by &&
  ('field' in by ? `f:${by.field}` : 'relation' in by ? JSON.stringify([by.relation, by.related_field]) : by.column);
const isSameGroup = (a: GroupBy | null, b: GroupBy | null) => nameOf(a) === nameOf(b);

/** A sort by a measure that is not asked for is cleared, and so is a drawing of it; a line needs time. */
export function settle(question: Question): Question {
  const keys = new Set(question.measures.map(measureKey));
  const isSound = (key: string) => keys.has(key) || key === 'count';
  const sortBy = question.sortBy === 'key' || isSound(question.sortBy) ? question.sortBy : 'count';
  return {
    ...question,
    splitBy: canSplit(question.groupBy) && !isSameGroup(question.groupBy, question.splitBy) ? question.splitBy : null,
    sortBy,
    isAscending: sortBy === question.sortBy && question.isAscending,
    plot: isSound(question.plot) ? question.plot : 'count',
    chart: question.chart === 'line' && !isByTime(question.groupBy) ? 'bar' : question.chart,
  };
}

/** Another layer: all that was asked of the last one goes, the regions stay, and so do the people. */
export const withLayer = (question: Question, layer: number | null): Question => ({
  ...NO_QUESTION,
  layer,
  regions: question.regions,
  people: question.people,
  chart: question.chart === 'line' ? 'bar' : question.chart,
  limit: question.limit,
});

/** Intervals stand from low to high until somebody says otherwise, and other groups by their count again. */
function orderOf(question: Question, by: GroupBy | null): Partial<Question> {
  const [was, is] = [stepOf(question.groupBy) !== null, stepOf(by) !== null];
  if (is && !was) return { sortBy: 'key', isAscending: true };
  return was && !is && question.sortBy === 'key' ? { sortBy: 'count', isAscending: false } : {};
}

/** The field that groups is no longer measured. */
export function withGroupBy(question: Question, groupBy: GroupBy | null): Question {
  const field = fieldOfGroup(groupBy);
  const measures = question.measures.filter((one) => !('field' in one) || one.field !== field);
  return settle({ ...question, ...orderOf(question, groupBy), groupBy, measures, group: null });
}

/** Measures that say the same stand once, and that of the grouping field not at all. */
export function withMeasures(question: Question, measures: readonly Measure[]): Question {
  const field = fieldOfGroup(question.groupBy);
  const byKey = new Map(measures.map((one) => [measureKey(one), one]));
  const sound = [...byKey.values()].filter((one) => !('field' in one) || one.field !== field);
  return settle({ ...question, measures: sound.slice(0, MAX_MEASURES) });
}

/** A change of anything else; another filter has other groups. */
export const withPart = (question: Question, part: Partial<Question>): Question => {
  const isOther = ['tree', 'regions', 'people'].some((name) => name in part) && !('group' in part);
  return settle({ ...question, ...part, ...(isOther ? { group: null } : {}) });
};

/**
 * The call's body. A line asks for the latest periods, since the largest ones would leave holes in it; everything else is sorted as it was
 * asked, downwards by the count where nothing else was.
 */
export function toBody(question: Question): StatisticsQuery | null {
  const { layer, groupBy, measures, tree, regions, people, limit } = question;
  if (layer === null) return null;
  const place = measures.findIndex((one) => measureKey(one) === question.sortBy);
  const isLine = question.chart === 'line';
  return {
    layer,
    ...(groupBy ? { group_by: groupBy } : {}),
    ...(groupBy && question.splitBy ? { split_by: question.splitBy } : {}),
    ...(measures.length > 0 ? { measures: [...measures] } : {}),
    ...(tree && !isNothing(tree) ? { query: tree } : {}),
    ...(regions.length > 0 ? { regions: [...regions] } : {}),
    ...(people.length > 0 ? { users: [...people] } : {}),
    sort_by: isLine ? 'key' : place >= 0 ? place : question.sortBy === 'key' ? 'key' : 'count',
    ...(question.isAscending && !isLine ? { ascending: true } : {}),
    limit,
  };
}

export const isNothing = (tree: Tree): boolean => 'and' in tree && tree.and.length === 0;

/** Fields that records can be grouped by. */
export const groupable = (form: readonly Field[]): Field[] =>
  form.filter((field) => !hasNoValue(field) && !isFiles(field));

/** About so many intervals are made of the numbers that there are. */
const INTERVALS = 12;
/** The question as a widget of a dashboard; null where nothing is asked. A widget draws one series: parts of groups stay behind. */
export function toWidget(question: Question, head: Pick<Widget, 'id' | 'title'>): Widget | null {
  const body = toBody({ ...question, splitBy: null });
  if (!body) return null;
  if (!body.group_by) return { ...head, kind: 'number', span: 3, question: body, trend: null };
  return { ...head, kind: 'chart', span: 6, question: body, form: question.chart === 'table' ? 'bar' : question.chart };
}

/** A round width of intervals: 1, 2 or 5 with zeros or decimals. */
export function roundStep(min: number, max: number): number {
  const rough = (max - min) / INTERVALS;
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = [1, 2, 5, 10].find((one) => one * power >= rough * (1 - Number.EPSILON)) ?? 10;
  return Number((unit * power).toPrecision(1));
}
/** The width of the intervals that numbers stand together by; null where each value is a group. */
export const stepOf = (by: GroupBy | null): number | null => (by && 'step' in by ? by.step : null);

/** What a field is grouped by: days and moments by their months. */
export const groupByField = (field: Field): GroupBy =>
  isDated(field) ? { field: field.name, period: 'month' } : { field: field.name };

export const FIELD_MEASURES = ['sum', 'avg', 'min', 'max', 'median', 'p25', 'p75', 'p90', 'distinct'] as const;
export type FieldMeasure = (typeof FIELD_MEASURES)[number];

/** Fields that a measure can be taken of: of the one that groups none is. */
export const measurable = (form: readonly Field[], type: FieldMeasure, by: GroupBy | null): Field[] =>
  groupable(form).filter((field) => field.name !== fieldOfGroup(by) && (type === 'distinct' || isNumeric(field)));

/** Areas have an area and an outline, lines a length. */
export const shapeMeasures = (layerType: number): ('area' | 'length')[] =>
  layerType === 3 ? ['area', 'length'] : layerType === 2 ? ['length'] : [];

/** The first measure that is not asked for yet; null where there is none. */
export function nextMeasure(form: readonly Field[], layerType: number, question: Question): Measure | null {
  const keys = new Set(question.measures.map(measureKey));
  const all: Measure[] = [
    ...FIELD_MEASURES.flatMap((type) =>
      measurable(form, type, question.groupBy).map(({ name }) => ({ type, field: name })),
    ),
    ...shapeMeasures(layerType).map((type) => ({ type })),
  ];
  return question.measures.length >= MAX_MEASURES ? null : (all.find((one) => !keys.has(measureKey(one))) ?? null);
}

/** What a form that has changed since leaves of a question that was kept. */
export function withForm(question: Question, form: readonly Field[], layerType: number): Question {
  const names = new Set(groupable(form).map(({ name }) => name));
  const { groupBy } = question;
  const shapes = shapeMeasures(layerType);
  const isThere = (one: Measure) =>
    'field' in one
      ? measurable(form, one.type, groupBy).some(({ name }) => name === one.field)
      : shapes.includes(one.type);
  const measures = question.measures.filter(isThere);
  const { splitBy } = question;
  const hasSplit = !splitBy || !('field' in splitBy) || names.has(splitBy.field);
  const hasGroup = !groupBy || !('field' in groupBy) || names.has(groupBy.field);
  if (hasGroup && hasSplit && measures.length === question.measures.length) return question;
  return settle({
    ...question,
    measures,
    ...(hasSplit ? {} : { splitBy: null }),
    ...(hasGroup ? {} : { groupBy: null, group: null }),
  });
}
