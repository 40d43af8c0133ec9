// The map as a React component: mounted once, fed with a snapshot, never re-made because a prop changed.
'use client';
import type { StyleSpecification } from 'maplibre-gl';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Engine, EngineOptions } from '../engine/engine';
import { loadEngine } from '../preload';
import { useBase } from '../state/base';
import { useMapSnapshot } from '../state/map-snapshot';
import { useSketch } from '../state/sketch';
import { useTool } from '../state/tool';
import { type CustomerView, useView } from '../state/view';
import { compile } from '../style/compile';
import type { CreateToolHost, PointGesture, ScreenEffect, ToolLayer } from '../tool-types';
import type { FreshRecord, Lang, LayerState, MapSnapshot, MapTrouble, Theme, View } from '../types';
import { MapCovers } from './covers';
import { MapGrid } from './grid';
import classes from './map-canvas.module.css';
import { useShared } from './provider';
import { exposeForTests } from './test-handle';
import { MapTroubleNotice } from './trouble-notice';

export interface MapCanvasProps {
  snapshot: MapSnapshot;
  theme: Theme;
  lang: Lang;
  /** The customer config's view, for a browser that has not looked at a map yet. */
  customerView?: CustomerView;
  /** What the tools may work on; leave out on maps without tools. Keep it stable: a new array is a change of context. */
  toolLayers?: readonly ToolLayer[];
  onView?: (view: View) => void;
  /** Clicks that no tool takes, and every press that asks for a menu. */
  onPoint?: (gesture: PointGesture) => void;
  /** Null when the pointer leaves the map. */
  onHover?: (gesture: PointGesture | null) => void;
  /** `reason` says why a layer is in error, where the server told. */
  onLayerState?: (layer: number, state: LayerState, reason: string | null) => void;
  /** The base map's tiles cannot be had; the map has already changed to its own and tries again when the network is back. */
  onBaseFailed?: () => void;
  /** The tools' host; left out on a map without tools. */
  createTools?: CreateToolHost;
  /** What tools ask of the screen. */
  onEffect?: (effect: ScreenEffect) => void;
  /** Lies over the map: controls, readout, tips. */
  children?: ReactNode;
}

const NO_LAYERS: readonly ToolLayer[] = [];

/** The records with one of them hidden: the sketch draws it, and its older self would lie beneath. */
const withHidden = (
  records: readonly FreshRecord[],
  { layer, id }: Pick<FreshRecord, 'layer' | 'id'>,
): FreshRecord[] => [
  ...records.filter((r) => r.layer !== layer || r.id !== id),
  { layer, id, geometry: null, value: {} },
];

interface Latest {
  props: MapCanvasProps;
  style: StyleSpecification;
  t: ReturnType<typeof useTranslations<'map'>>;
}

/** What the engine begins with; what it reports reaches the props of then. */
const engineOptions = (latest: RefObject<Latest>, onTrouble: EngineOptions['onTrouble']): EngineOptions => {
  const now = latest.current;
  return {
    style: now.style,
    view: useView.getState().first(now.props.customerView),
    theme: now.props.theme,
    lang: now.props.lang,
    end: now.props.lang === 'fa' ? 'left' : 'right',
    title: now.t('titleWithKeys', { title: now.t('title') }),
    attribution: now.t('attribution'),
    onView: (view, change) => {
      useView.getState().setView(view, change);
      if (change !== 'heading') latest.current.props.onView?.(view);
    },
    onPoint: (gesture) => latest.current.props.onPoint?.(gesture),
    onHover: (gesture) => latest.current.props.onHover?.(gesture),
    onLayerState: (layer, state, reason) => latest.current.props.onLayerState?.(layer, state, reason),
    onBaseFailed: () => {
      useBase.getState().setFailed(true);
      latest.current.props.onBaseFailed?.();
    },
    onEffect: (effect) => latest.current.props.onEffect?.(effect),
    onTrouble,
    createTools: now.props.createTools,
    wantsHover: () => latest.current.props.onHover !== undefined,
  };
};

/** Makes the map in an element, and makes it again when somebody asks for that. */
const useEngine = (container: RefObject<HTMLElement | null>, props: MapCanvasProps, style: StyleSpecification) => {
  const t = useTranslations('map');
  const shared = useShared();
  const engine = useRef<Engine | null>(null);
  const [trouble, setTrouble] = useState<MapTrouble | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [standing, setStanding] = useState(false);
  const latest = useRef({ props, style, t });
  useEffect(() => {
    latest.current = { props, style, t };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a map is made once; what changes reaches it through `latest`.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isStopped = false;
    let hide: () => void = () => undefined;
    loadEngine().then(
      ({ createEngine }) => {
        if (isStopped) return;
        try {
          const created = createEngine(element, engineOptions(latest, setTrouble));
          engine.current = created;
          hide = exposeForTests(created.map, created.handle);
          // What changed while the engine was on its way.
          created.show(latest.current.style);
          created.setTheme(latest.current.props.theme);
          shared.attach(created.handle);
          setStanding(true);
        } catch {
          setTrouble('webgl');
        }
      },
      () => {
        if (!isStopped) setTrouble('engine');
      },
    );
    return () => {
      isStopped = true;
      hide();
      shared.attach(null);
      engine.current?.destroy();
      engine.current = null;
      setStanding(false);
    };
  }, [shared, attempt]);

  useEffect(() => engine.current?.show(style), [style]);
  useEffect(() => engine.current?.setTheme(props.theme), [props.theme]);

  const retry = () => {
    setTrouble(null);
    setAttempt((n) => n + 1);
  };
  return { trouble, standing, retry };
};

/** What tools and screens may know of the map while it is there. */
const useSharedState = (toolLayers: readonly ToolLayer[], snapshot: MapSnapshot) => {
  // Tools never see a moment without layers between two lists of them: what they hold on to would be gone.
  useEffect(() => {
    useTool.setState({ layers: toolLayers });
  }, [toolLayers]);
  useEffect(() => () => useTool.setState({ layers: NO_LAYERS }), []);

  useEffect(() => {
    useMapSnapshot.setState({ snapshot });
    return () => useMapSnapshot.setState({ snapshot: null });
  }, [snapshot]);

  useEffect(() => {
    const tryAgain = () => useBase.getState().setFailed(false);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, []);
};

/** Fills its parent, which must have a height. */
export const MapCanvas = (props: MapCanvasProps) => {
  const { snapshot, theme, lang, toolLayers = NO_LAYERS, children } = props;
  const container = useRef<HTMLDivElement>(null);
  const self = useSketch((state) => state.self);

  const style = useMemo(() => {
    const records = self ? withHidden(snapshot.records, self) : snapshot.records;
    const selection = self ? null : snapshot.selection;
    return compile({ ...snapshot, records, selection }, theme, lang);
  }, [snapshot, theme, lang, self]);

  const { trouble, standing, retry } = useEngine(container, props, style);
  useSharedState(toolLayers, snapshot);

  return (
    <div className={classes.root} data-testid="map" data-ready={standing} data-theme={theme}>
      <div ref={container} dir="ltr" className={classes.map} />
      {standing && <MapGrid container={container} />}
      {standing && <MapCovers container={container} />}
      {children}
      {trouble && <MapTroubleNotice trouble={trouble} onRetry={retry} />}
    </div>
  );
};
