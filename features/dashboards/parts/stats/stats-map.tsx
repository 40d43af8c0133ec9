// The map beside the numbers: the layer, the records of the question or of its group marked on it, and regions coloured by their number.
'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { Num } from '@/components/num';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { keyText } from '@/lib/statistics/group-rule';
import { extentOf, PlainMap, type ShapeSet, toMapLayers } from '@/map';
import { classesOf, classOf, type ValueClass } from '../../logic/stats/classes';
import { measureKey, type Question } from '../../logic/stats/question';
import { recordsTree } from '../../logic/stats/records-tree';
import classes from './stats.module.css';
import type { Answer } from './use-statistics';

/** Records that are marked; of more the first ones. */
const MAX_MARKED = 1000;
const FAINT = 0.35;
/** The ground stays readable below the colours of regions. */
const FILL = 0.65;
/** Shapes of regions, with the corners that a map of this zoom shows. */
const MAX_REGIONS = 1000;
const SHAPE_ZOOM = 7;
const NO_SWITCHES = { order: [], hidden: new Set<number>(), off: new Map() };

export interface StatsMapProps {
  layer: Layer;
  question: Question;
  answer: Answer | null;
  onGroup: (group: string) => void;
}

/** The records that are to be marked: those of a pressed group, or of a filter. */
function useMarked(layer: Layer, question: Question) {
  const query = recordsTree(question, layer.config.form);
  const body = { layer: layer.id, query: query ?? { and: [] }, limit: MAX_MARKED };
  const read = useQuery({
    queryKey: keyOf(api.records.query, { body }),
    queryFn: ({ signal }) => call(api.records.query, { body }, { signal }),
    enabled: query !== null,
  });
  return { isAsked: query !== null, page: query ? read.data : undefined, error: query ? read.error : null };
}

/** Each region's number of the measure that is drawn; empty where nothing is grouped by region. */
function useRegionNumbers(question: Question, answer: Answer | null) {
  const by = answer?.body.group_by;
  const isRegions = by !== undefined && 'column' in by && by.column === 'region';
  const shapes = useRead(
    api.regions.list,
    { query: { is_detailed: true, zoom: SHAPE_ZOOM, limit: MAX_REGIONS, order: '-area' } },
    { enabled: isRegions },
  ).data?.results;
  return useMemo(() => {
    if (!isRegions || !answer) return { set: [], classes: [] as ValueClass[] };
    const at = (answer.body.measures ?? []).findIndex((one) => measureKey(one) === question.plot);
    const numbers = new Map(
      answer.result.groups.flatMap(({ key, count, values }) => {
        const value = at < 0 ? count : (values[at] ?? null);
        return value === null ? [] : [[Number(key), value] as const];
      }),
    );
    const all = classesOf([...numbers.values()]);
    const set = (shapes ?? []).flatMap(({ id, geometry }) => {
      const value = numbers.get(id);
      return geometry && value !== undefined ? [{ id, geometry, colour: classOf(all, value)?.colour ?? null }] : [];
    });
    return { set, classes: all };
  }, [isRegions, answer, shapes, question.plot]);
}

function Legend({ title, all }: { title: string; all: readonly ValueClass[] }) {
  return (
    <section className={classes.legend} aria-label={title}>
      <ul>
        {all.map(({ from, to, colour }) => (
          <li key={colour}>
            <i style={{ background: colour }} aria-hidden />
            <bdi>
              <Num value={from} />
              {to > from && (
                <>
                  {' – '}
                  <Num value={to} />
                </>
              )}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function StatsMap({ layer, question, answer, onGroup }: StatsMapProps) {
  const t = useTranslations('dashboards.stats.map');
  const { number } = useFormat();
  const errorText = useErrorText();
  const { isAsked, page, error } = useMarked(layer, question);
  const regions = useRegionNumbers(question, answer);
  const isFaint = isAsked || regions.set.length > 0;
  const layers = useMemo(
    () => toMapLayers([layer], { ...NO_SWITCHES, opacity: new Map(isFaint ? [[layer.id, FAINT]] : []) }),
    [layer, isFaint],
  );
  const marked = useMemo(
    () => (page?.results ?? []).flatMap(({ id, geometry }) => (geometry ? [{ id, geometry }] : [])),
    [page],
  );
  const sets = useMemo<ShapeSet[]>(
    () => [
      { id: 'regions', role: 'found', isSmall: true, fill: FILL, shapes: regions.set },
      { id: 'marked', role: 'after', shapes: marked },
    ],
    [regions.set, marked],
  );
  const extent = useMemo(() => {
    const shapes = marked.length > 0 ? marked : regions.set;
    return shapes.length > 0 ? extentOf(shapes.map(({ geometry }) => geometry)) : layer.extent;
  }, [marked, regions.set, layer.extent]);
  const words = () => {
    if (error) return errorText(error);
    if (!page) return t('reading');
    const n = number(marked.length);
    return page.count > page.results.length ? t('markedPart', { n, all: number(page.count) }) : t('marked', { n });
  };
  return (
    <PlainMap
      label={t('label', { layer: layer.label })}
      layers={layers}
      sets={sets}
      extent={extent}
      {...(regions.set.length > 0
        ? { onPick: (set: string, id: number) => set === 'regions' && onGroup(keyText(id)) }
        : {})}
    >
      {isAsked && (
        <p role="status" className={classes.mark}>
          {words()}
        </p>
      )}
      {regions.classes.length > 0 && <Legend title={t('legend')} all={regions.classes} />}
    </PlainMap>
  );
}
