// A map to look at inside a screen or a dialog: a ground, tiles of layers, sets of shapes by role; it fits, takes clicks and draws a shape.
'use client';
import { useComputedColorScheme } from '@mantine/core';
import type { StyleSpecification } from 'maplibre-gl';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Extent, Geometry } from '@/contract/schemas/common';
import { MapTroubleNotice } from '../canvas/trouble-notice';
import { extentOf } from '../geo/walk';
import { currentBase, useBase } from '../state/base';
import type { BaseMap, LngLat, MapLayer, MapTrouble, RecordHit, Theme } from '../types';
import { DrawBar } from './draw-bar';
import type { PlainView } from './editing';
import type { DrawnKind, DrawnSteps, PlainEngine } from './engine';
import type { MapMark } from './marks';
import classes from './plain-map.module.css';
import { plainStyle, type ShapeSet } from './sets';

declare global {
  interface Element {
    /** Ids of the features on screen, by set. Exists in test builds only. */
    __rendered?: () => Record<string, number[]>;
  }
}

export interface PlainMapProps {
  /** What the map shows, for those who do not see it. */
  label: string;
  /** A later set lies over an earlier one. Keep it stable: a new array is drawn again. */
  sets: readonly ShapeSet[];
  /** Tiles under the sets; `layers[0]` is on top. See `toMapLayers`. */
  layers?: readonly MapLayer[];
  /** Left out: the ground that the person has chosen on the map. */
  base?: BaseMap;
  /** EPSG:4326, fitted when it changes. Left out: all sets together. */
  extent?: Extent | null;
  /** A click, or Enter for the middle of the map, has met a shape. */
  onPick?: (set: string, feature: number, at: LngLat) => void;
  /** People and other small things over the sets; those that would lie on one another are one with a number. Keep it stable. */
  marks?: readonly MapMark[];
  onMark?: (id: number) => void;
  /** While set, the map moves on when this place is about to leave what is seen. */
  follow?: LngLat | null;
  /** The same for a record of the layers' tiles, where no shape of a set was met. */
  onPickRecord?: (record: RecordHit) => void;
  /** While set, pointer and keys draw this; `onDraw` is called with it and the drawing is over. Null draws nothing. */
  drawing?: DrawnKind | null;
  onDraw?: (geometry: Geometry) => void;
  /** While set, its vertices can be dragged, made and taken away; `onEdit` is called with each step, and what is handed back is edited on. */
  editing?: Geometry | null;
  onEdit?: (geometry: Geometry) => void;
  /** Called whenever the map has come to rest. */
  onView?: (view: PlainView) => void;
  /** Called once the map is there with what reads the middle of what is seen. */
  onReady?: (middle: () => LngLat) => void;
  /** Lies over the map: a legend, a switch. */
  children?: ReactNode;
}

const NO_LAYERS: readonly MapLayer[] = [];
const NO_MARKS: readonly MapMark[] = [];
const NO_STEPS: DrawnSteps = { canUndo: false, canFinish: false };
const isSameStep = (a: DrawnSteps, b: DrawnSteps) => a.canUndo === b.canUndo && a.canFinish === b.canFinish;

/** What was given with the last render, for what outlives renders. */
const useLatest = <T,>(value: T): RefObject<T> => {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
};

const useMarks = (engine: RefObject<PlainEngine | null>, { marks = NO_MARKS, follow = null }: PlainMapProps) => {
  useEffect(() => engine.current?.showMarks(marks), [engine, marks]);
  useEffect(() => {
    if (follow) engine.current?.follow(follow);
  }, [engine, follow]);
};

/** Makes the map in `container` once, and hands on to it what changes. */
const usePlainEngine = (props: PlainMapProps, style: StyleSpecification, extent: Extent | null, theme: Theme) => {
  const { label, drawing = null, editing = null } = props;
  const t = useTranslations('map');
  const lang = useLocale();
  const container = useRef<HTMLDivElement>(null);
  const engine = useRef<PlainEngine | null>(null);
  const [trouble, setTrouble] = useState<MapTrouble | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isReady, setReady] = useState(false);
  const [steps, setSteps] = useState(NO_STEPS);
  const fitKey = extent?.join() ?? '';
  const latest = useLatest({ props, style, extent, theme });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a map is made once; what changes reaches it through `latest`.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isStopped = false;
    import('./engine').then(
      ({ createPlainEngine }) => {
        if (isStopped) return;
        try {
          const now = latest.current;
          const created = createPlainEngine(element, {
            ...now,
            lang,
            label,
            attribution: t('attribution'),
            isPickable: () => latest.current.props.onPick !== undefined,
            onPick: (set, feature, at) => latest.current.props.onPick?.(set, feature, at),
            onMark: (id) => latest.current.props.onMark?.(id),
            isRecordPickable: () => latest.current.props.onPickRecord !== undefined,
            onPickRecord: (record) => latest.current.props.onPickRecord?.(record),
            onDraw: (geometry) => latest.current.props.onDraw?.(geometry),
            onEdit: (geometry) => latest.current.props.onEdit?.(geometry),
            onView: (view) => latest.current.props.onView?.(view),
            onSteps: (next) => setSteps((last) => (isSameStep(last, next) ? last : next)),
            onTrouble: setTrouble,
          });
          engine.current = created;
          if (process.env.NEXT_PUBLIC_TEST_HANDLE === '1') element.__rendered = created.rendered;
          created.setDrawing(now.props.drawing ?? null);
          created.setEditing(now.props.editing ?? null);
          created.showMarks(now.props.marks ?? NO_MARKS);
          setReady(true);
          now.props.onReady?.(created.middle);
        } catch {
          setTrouble('webgl');
        }
      },
      () => !isStopped && setTrouble('engine'),
    );
    return () => {
      isStopped = true;
      engine.current?.destroy();
      engine.current = null;
      setReady(false);
    };
  }, [attempt]);

  useEffect(() => engine.current?.show(style), [style]);
  useEffect(() => engine.current?.setTheme(theme), [theme]);
  useEffect(() => {
    setSteps(NO_STEPS);
    engine.current?.setDrawing(drawing);
  }, [drawing]);
  useEffect(() => engine.current?.setEditing(editing), [editing]);
  useMarks(engine, props);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the extent is another one.
  useEffect(() => {
    if (extent) engine.current?.fit(extent);
  }, [fitKey]);

  const retry = () => {
    setTrouble(null);
    setAttempt((n) => n + 1);
  };
  const bar = { ...steps, onUndo: () => engine.current?.undo(), onFinish: () => engine.current?.finish() };
  return { container, isReady, trouble, retry, bar };
};

/** Fills its parent, which must have a height. */
export const PlainMap = (props: PlainMapProps) => {
  const { sets, layers = NO_LAYERS, drawing, children } = props;
  const lang = useLocale();
  const theme = useComputedColorScheme('dark');
  const chosenBase = useBase(currentBase);
  const isGrey = useBase((s) => s.isGrey);
  const base = props.base ?? chosenBase;
  const style = useMemo(
    () => plainStyle({ base, isGrey, layers, sets }, theme, lang),
    [base, isGrey, layers, sets, theme, lang],
  );
  const extent = useMemo(
    () =>
      props.extent === undefined ? extentOf(sets.flatMap(({ shapes }) => shapes.map((s) => s.geometry))) : props.extent,
    [props.extent, sets],
  );
  const { container, isReady, trouble, retry, bar } = usePlainEngine(props, style, extent, theme);
  return (
    <div className={classes.root}>
      <div
        ref={container}
        dir="ltr"
        className={classes.map}
        data-testid="plain-map"
        data-ready={isReady}
        data-pickable={Boolean(props.onPick || props.onPickRecord || drawing)}
      />
      {drawing && drawing !== 'point' && <DrawBar {...bar} />}
      {children}
      {trouble && <MapTroubleNotice trouble={trouble} onRetry={retry} />}
    </div>
  );
};
