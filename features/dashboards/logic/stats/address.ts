// The question in the address, so that a link asks the same of whoever opens it. Pure.
import { GroupBy, Measure } from '@/contract/schemas/dashboard';
import { DetailTree } from '@/contract/schemas/query';
import { CHARTS, LIMITS, MAX_MEASURES, measureKey, NO_QUESTION, type Question, settle, type Tree } from './question';

const COLUMN = '@';
/** A field of a related record, with the key of the relation, as a list. */
const RELATED = '>';
/** The name of a field follows a tilde, since it may hold anything. */
const JOINT = '~';

const writeGroupBy = (by: GroupBy): string => {
  const name =
    'field' in by
      ? by.field
      : 'relation' in by
        ? `${RELATED}${JSON.stringify([by.relation, by.related_field])}`
        : `${COLUMN}${by.column}`;
  if ('step' in by) return `${by.step}${JOINT}${name}`;
  return 'period' in by && by.period ? `${by.period}${JOINT}${name}` : `${JOINT}${name}`;
};
function readRelated(text: string): object {
  try {
    const [relation, field] = JSON.parse(text) as unknown[];
    return { relation, related_field: field };
  } catch {
    return {};
  }
}
const sourceOf = (name: string): object =>
  name.startsWith(COLUMN)
    ? { column: name.slice(1) }
    : name.startsWith(RELATED)
      ? readRelated(name.slice(1))
      : { field: name };

function readGroupBy(text: string): GroupBy | null {
  const at = text.indexOf(JOINT);
  const name = text.slice(at + 1);
  const period = text.slice(0, Math.max(at, 0));
  const parsed = GroupBy.safeParse({
    ...sourceOf(name),
    ...(/^[\d.e+-]+$/.test(period) ? { step: Number(period) } : period ? { period } : {}),
  });
  return at >= 0 && parsed.success ? parsed.data : null;
}

function readMeasure(text: string): Measure[] {
  const at = text.indexOf('.');
  const parsed = Measure.safeParse(at < 0 ? { type: text } : { type: text.slice(0, at), field: text.slice(at + 1) });
  return parsed.success ? [parsed.data] : [];
}

function readTree(text: string | null): Tree | null {
  try {
    const parsed = text ? DetailTree.safeParse(JSON.parse(text)) : null;
    return parsed?.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const readIds = (text: string | null): number[] => [
  ...new Set((text ?? '').split(',').flatMap((id) => (/^[1-9]\d{0,8}$/.test(id) ? [Number(id)] : []))),
];

/** What the address asks; whatever makes no sense is left out. */
export function readQuestion(address: URLSearchParams): Question {
  const limit = LIMITS.find((one) => String(one) === address.get('limit'));
  const chart = CHARTS.find((one) => one === address.get('chart'));
  const by = address.get('by');
  return settle({
    layer: readIds(address.get('layer'))[0] ?? null,
    groupBy: by === null ? null : readGroupBy(by),
    splitBy: readGroupBy(address.get('split') ?? ''),
    measures: address.getAll('m').flatMap(readMeasure).slice(0, MAX_MEASURES),
    sortBy: address.get('sort') ?? NO_QUESTION.sortBy,
    isAscending: address.get('up') === '1',
    limit: limit ?? NO_QUESTION.limit,
    tree: readTree(address.get('filter')),
    regions: readIds(address.get('regions')),
    people: readIds(address.get('people')),
    chart: chart ?? NO_QUESTION.chart,
    plot: address.get('plot') ?? NO_QUESTION.plot,
    group: address.get('group'),
    isMapFull: address.get('map') === '1',
    isBubbles: address.get('circles') === '1',
    hasTime: address.get('time') === '1',
  });
}

/** The address of a question; what is usual is not in it. */
export function writeQuestion(question: Question): URLSearchParams {
  const { layer, groupBy, measures, tree, regions, people } = question;
  const address = new URLSearchParams();
  const set = (key: string, value: string | null, usual: string | null = null) => {
    if (value !== null && value !== '' && value !== usual) address.set(key, value);
  };
  set('layer', layer === null ? null : String(layer));
  set('by', groupBy && writeGroupBy(groupBy));
  set('split', question.splitBy && writeGroupBy(question.splitBy));
  for (const one of measures) address.append('m', measureKey(one));
  set('sort', question.sortBy, NO_QUESTION.sortBy);
  set('up', question.isAscending ? '1' : null);
  set('limit', String(question.limit), String(NO_QUESTION.limit));
  set('filter', tree && JSON.stringify(tree));
  set('regions', regions.join());
  set('people', people.join());
  set('chart', question.chart, NO_QUESTION.chart);
  set('plot', question.plot, NO_QUESTION.plot);
  set('group', question.group);
  set('map', question.isMapFull ? '1' : null);
  set('time', question.hasTime ? '1' : null);
  set('circles', question.isBubbles ? '1' : null);
  return address;
}
