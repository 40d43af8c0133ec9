// The map beside the numbers: the layer, the records of the question or of its group marked on it, and regions coloured by their number, or with a circle of it.
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Suspense, useMemo, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';
import { Num } from '@/components/num';
import { api } from '@/contract';
import { queryTiles } from '@/contract/ogc';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { keyText } from '@/lib/statistics/group-rule';
import { useRelatedFields } from '@/lib/statistics/use-related-fields';
import { extentOf, PlainMap, type ShapeSet, toMapLayers } from '@/map';
import { bubbleLegend, bubbleRadius, centreOf } from '../../logic/stats/bubbles';
import { classesOf, classOf, type ValueClass } from '../../logic/stats/classes';
import { measureKey, type Question, type Tree } from '../../logic/stats/question';
import { recordsTree } from '../../logic/stats/records-tree';
import classes from './stats.module.css';
import type { TimeSliderProps } from './time-slider';
import type { Answer } from './use-statistics';

const TimeSlider = lazyPart<TimeSliderProps>(() => import('./time-slider'));

/** Records that are marked one by one. More are marked by tiles, which hold them all; where no tile can, the first ones. */
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
  /** Null while the map shows all times. */
  onTimeClose: (() => void) | null;
}

/** The records that are to be marked: those of a pressed group, of a filter, or of the period that the map shows. */
function useMarked(layer: Layer, question: Question, moment: Tree | null) {
  const base = recordsTree(question, layer.config.form, useRelatedFields(layer.id));
  const query = base && moment ? { and: [base, moment] } : (moment ?? base);
  const body = { layer: layer.id, query: query ?? { and: [] }, limit: MAX_MARKED };
  const read = useQuery({
    queryKey: keyOf(api.records.query, { body }),
    queryFn: ({ signal }) => call(api.records.query, { body }, { signal }),
    enabled: query !== null,
    ...(moment ? { placeholderData: keepPreviousData } : {}),
  });
  const page = query ? read.data : undefined;
  const isMore = page !== undefined && page.count > page.results.length;
  const tiles = query && isMore && !read.isPlaceholderData ? queryTiles(layer.id, query) : null;
  return { isAsked: query !== null, page, tiles, error: query ? read.error : null };
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
    const none = { shapes: [] as ShapeSet['shapes'], classes: [] as ValueClass[], sizes: [] as number[], largest: 0 };
    if (!isRegions || !answer) return none;
    const at = (answer.body.measures ?? []).findIndex((one) => measureKey(one) === question.plot);
    const numbers = new Map(
      answer.result.groups.flatMap(({ key, count, values }) => {
        const value = at < 0 ? count : (values[at] ?? null);
        return value === null ? [] : [[Number(key), value] as const];
      }),
    );
    const values = [...numbers.values()];
    const placed = (shapes ?? []).flatMap(({ id, geometry }) => {
      const value = numbers.get(id);
      return geometry && value !== undefined ? [{ id, geometry, value }] : [];
    });
    if (question.isBubbles) {
      const largest = Math.max(0, ...values);
      const circles = placed.flatMap(({ id, geometry, value }) => {
        const [size, centre] = [bubbleRadius(value, largest), centreOf(geometry)];
        return size !== null && centre ? [{ id, geometry: { type: 'Point' as const, coordinates: centre }, size }] : [];
      });
      return { ...none, shapes: circles, sizes: bubbleLegend(values), largest };
    }
    const all = classesOf(values);
    const areas = placed.map(({ id, geometry, value }) => ({ id, geometry, colour: classOf(all, value)?.colour ?? null })); // biome-ignore format: one line
    return { ...none, shapes: areas, classes: all };
  }, [isRegions, answer, shapes, question.plot, question.isBubbles]);
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

/** Circles as large as on the map, with their numbers. */
function Circles({ title, sizes, largest }: { title: string; sizes: readonly number[]; largest: number }) {
  return (
    <section className={classes.legend} aria-label={title}>
      <ul>
        {sizes.map((value) => {
          const width = 2 * (bubbleRadius(value, largest) ?? 0);
          return (
            <li key={value}>
              <span className={classes.circleBox}>
                <i className={classes.circle} style={{ inlineSize: width, blockSize: width }} aria-hidden />
              </span>
              <bdi>
                <Num value={value} />
              </bdi>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export default function StatsMap({ layer, question, answer, onGroup, onTimeClose }: StatsMapProps) {
  const t = useTranslations('dashboards.stats.map');
  const { number } = useFormat();
  const errorText = useErrorText();
  const [moment, setMoment] = useState<Tree | null>(null);
  const { isAsked, page, tiles, error } = useMarked(layer, question, moment);
  const regions = useRegionNumbers(question, answer);
  const isFaint = isAsked || regions.shapes.length > 0;
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
      { id: 'regions', role: 'found', isSmall: true, fill: FILL, shapes: regions.shapes },
      { id: 'marked', role: 'after', ...(tiles ? { tiles, shapes: [] } : { shapes: marked }) },
    ],
    [regions.shapes, marked, tiles],
  );
  const extent = useMemo(() => {
    // It stands still while time goes by.
    const shapes = onTimeClose || tiles ? [] : marked.length > 0 ? marked : regions.shapes;
    return shapes.length > 0 ? extentOf(shapes.map(({ geometry }) => geometry)) : layer.extent;
  }, [marked, tiles, regions.shapes, layer.extent, onTimeClose]);
  const words = () => {
    if (error) return errorText(error);
    if (!page) return t('reading');
    if (tiles) return t('marked', { n: number(page.count) });
    const n = number(marked.length);
    return page.count > page.results.length ? t('markedPart', { n, all: number(page.count) }) : t('marked', { n });
  };
  return (
    <PlainMap
      label={t('label', { layer: layer.label })}
      layers={layers}
      sets={sets}
      extent={extent}
      {...(regions.shapes.length > 0
        ? { onPick: (set: string, id: number) => set === 'regions' && onGroup(keyText(id)) }
        : {})}
    >
      {isAsked && (
        <p role="status" className={classes.mark}>
          {words()}
        </p>
      )}
      {onTimeClose && (
        <Suspense>
          <TimeSlider layer={layer} question={question} onRule={setMoment} onClose={onTimeClose} />
        </Suspense>
      )}
      {!onTimeClose && regions.classes.length > 0 && <Legend title={t('legend')} all={regions.classes} />}
      {!onTimeClose && regions.sizes.length > 0 && (
        <Circles title={t('circles')} sizes={regions.sizes} largest={regions.largest} />
      )}
    </PlainMap>
  );
}
