// The map screen: one map, a panel beside it, a table below it, all in step.
'use client';
import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconStack2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import type { Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import type { BaseMapEntry } from '@/lib/config/base-maps';
import { PHONE } from '@/lib/config/constants';
import { useClientSettings } from '@/lib/state/client-settings';
import {
  extentOf,
  MapCanvas,
  MapControls,
  MapProvider,
  OSM,
  type PointGesture,
  preload,
  useBase,
  useFormShape,
  useMap,
  useMapReady,
  useSelection,
  useSketch,
  useTool,
} from '@/map';
import {
  createToolHost,
  SketchBack,
  SketchBar,
  SketchDrafts,
  SketchPanel,
  Toolbar,
  ToolOverlays,
  ToolPanel,
  useMeasureText,
} from '@/tools';
import type { Side } from '../logic/layer-sections';
import type { HomeSlots } from '../logic/slots';
import { useTables } from '../logic/tables';
import { HistoryButtons } from '../parts/history-buttons';
import { KeysSheet } from '../parts/keys-sheet';
import { type LayerStates, LayersPanel } from '../parts/layers-panel';
import { MapMenu } from '../parts/map-menu';
import { MapTip } from '../parts/map-tip';
import { PointerReadout, setPointer } from '../parts/pointer-readout';
import { SearchBox } from '../parts/search-box';
import { SidePanel } from '../parts/side-panel';
import { TableButton, TableDock } from '../parts/table-dock';
import { useHomeData } from '../parts/use-home-data';
import { useLiveRevisions } from '../parts/use-live-revisions';
import { useMapLinks } from '../parts/use-map-links';
import { useRecordChanges, useUndoKeys, useUndoRedo } from '../parts/use-record-changes';
import { useToolEvents } from '../parts/use-tool-events';
import classes from './home.module.css';

// The engine comes while the page is made alive, not after it. Other screens take parts of the map's room without it.
if (typeof window !== 'undefined') preload();

const CLOSE_ZOOM = 14;
/** Milliseconds after which the sheet of a telephone stands. */
const SHEET_STANDS = 250;
const NO_MEASURES = { length: 0, area: 0 };

function Screen({ RecordPanel, RecordTable, HelpDialog }: HomeSlots) {
  const t = useTranslations('home');
  const lang = useLocale();
  const theme = useComputedColorScheme('dark');
  const phone = useMediaQuery(PHONE) ?? false;
  const map = useMap();
  const ready = useMapReady();
  const params = useSearchParams();
  const { layers, groups, snapshot, toolLayers, read } = useHomeData();
  useLiveRevisions(
    layers,
    useMemo(() => snapshot.layers.flatMap((l) => (l.visible ? [l.id] : [])), [snapshot.layers]),
    read.isFetching,
  );
  const customer = useRead(api.session.customer, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const showTools = useClientSettings((s) => s.isMapMenuOpen);
  const [side, setSide] = useState<Side>({ kind: 'layers' });
  const [sheet, setSheet] = useState(false);
  const openTable = useTables((s) => s.open);
  const asked = useTables((s) => s.requestCount);
  const [help, setHelp] = useState<string | null>(null);
  const [menu, setMenu] = useState<PointGesture | null>(null);
  const [keys, setKeys] = useState(false);
  const [states, setStates] = useState<LayerStates>(new Map());
  const { onEffect, openRecord, tip } = useToolEvents({ setSide, setTable: openTable, onHelp: setHelp });
  const { active, on, activate } = useTool();
  const sketch = useSketch();
  const measure = useMeasureText();
  const saved = useRecordChanges();
  const { undo, redo } = useUndoRedo();
  useUndoKeys(undo, redo);
  const selection = useSelection();
  const layerOf = (id: number) => layers.find((l) => l.id === id);

  // An address with ?layer and ?record leads there once, when map and layers are there.
  const arrived = useRef('');
  useEffect(() => {
    const wanted = `${params.get('layer') ?? ''}/${params.get('record') ?? ''}`;
    if (!ready || layers.length === 0 || wanted === '/' || arrived.current === wanted) return;
    arrived.current = wanted;
    const layer = layers.find((l) => l.id === Number(params.get('layer')));
    const record = Number(params.get('record'));
    if (record) void openRecord(record).then((found) => found && locate(found));
    else if (layer?.extent) map.fitExtent(layer.extent);
  });

  useMapLinks(ready, layers);

  const shape = useFormShape(side.kind === 'record' ? side.record : side.kind === 'new' ? 'new' : null);

  // A phone shows one thing at a time: the map with a bar, the shape's settings, or its form.
  const hand = phone && sketch.mode !== 'none' ? sketch.hand : null;
  const folded = hand === 'map';

  // What opens beside the map takes the keyboard over from a button that is gone, so that Esc closes it.
  const aside = useRef<HTMLElement>(null);
  const opened = side.kind === 'record' ? side.record.id : side.kind;
  useEffect(() => {
    const held = document.activeElement;
    const lost = held === document.body || held?.closest('[hidden]');
    if (lost && (opened !== 'layers' || active !== null || folded))
      aside.current?.querySelector<HTMLElement>('section:not([hidden] *)')?.focus();
  }, [opened, active, folded]);

  // On a phone a table and a panel lie in the same place: the one that was asked for last is seen.
  const answered = useRef(asked);
  useEffect(() => {
    if (asked === answered.current) return;
    answered.current = asked;
    if (!phone) return;
    setSheet(false);
    if (useSketch.getState().mode === 'none') activate(null);
  }, [asked, phone, activate]);

  // A sheet that comes up over what it is about brings that into what is left of the map.
  const about = useRef<Geometry | null | undefined>(null);
  about.current = shape ?? (side.kind === 'record' ? side.record.geometry : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another thing opens, or the bar gives way
  useEffect(() => {
    if (!phone || folded) return;
    const timer = setTimeout(() => {
      const extent = about.current && extentOf([about.current]);
      if (!extent) return;
      const [west, south, east, north] = map.getExtent();
      const [x, y] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
      if (x < west || x > east || y < south || y > north) map.flyTo({ center: [x, y] });
    }, SHEET_STANDS);
    return () => clearTimeout(timer);
  }, [phone, opened, folded]);

  const onTable = useCallback((l: Layer) => openTable({ layer: l.id }), [openTable]);
  const client = useQueryClient();
  const refreshLayers = useCallback(
    (wanted: readonly Layer[]) => {
      map.refresh(wanted.map((l) => l.id));
      void invalidate(client, ['layer', 'record', 'group']);
    },
    [map, client],
  );
  const toLayers = () => {
    setSide({ kind: 'layers' });
    selection.clear();
  };
  function locate({ geometry }: Pick<LayerRecord, 'geometry'>) {
    const extent = geometry && extentOf([geometry]);
    if (extent) map.fitExtent(extent, { maxZoom: CLOSE_ZOOM });
  }
  function settle(how: 'saved' | 'discarded') {
    map.send({ kind: how });
    toLayers();
  }

  // Without a tool a press on a record opens it, and a press beside all records lets go of it.
  const onPoint = (gesture: PointGesture) => {
    if (sketch.mode !== 'none') return;
    const [hit] = gesture.hits;
    if (gesture.kind === 'menu' || gesture.kind === 'longpress') setMenu(gesture);
    else if (gesture.kind === 'click' && active === null && side.kind !== 'new') {
      // With map tips on, a finger's first tap shows the tip and the second one opens the record.
      const told = tip?.hits.some((one) => one.id === hit?.id && one.layer === hit.layer);
      if (hit && phone && on.has('maptip') && !told) return;
      if (hit) void openRecord(hit.id);
      else if (side.kind === 'layers') selection.clear();
    }
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.closest('input, textarea, [contenteditable], [role="dialog"]')) return;
      if (event.code === 'Slash' && event.shiftKey && !event.ctrlKey && !event.metaKey) setKeys(true);
      else if ((event.code === 'ContextMenu' || (event.code === 'F10' && event.shiftKey)) && target?.closest('canvas'))
        setMenu(map.gestureAt('menu'));
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [map]);

  // What another tool draws beside the form is not measured in it.
  const { length, area } = sketch.mode === 'edit' ? sketch : NO_MEASURES;
  const facts = [
    ...(length > 0 ? [{ label: t('facts.length'), value: measure(length, 'length') }] : []),
    ...(area > 0 ? [{ label: t('facts.area'), value: measure(area, 'area') }] : []),
  ];
  const layer =
    side.kind === 'record' ? layerOf(side.record.layer) : side.kind === 'new' ? layerOf(side.layer) : undefined;
  const panel = () => {
    if (side.kind === 'record' && layer)
      return (
        <RecordPanel
          key={side.record.id}
          layer={layer}
          record={side.record}
          geometry={shape}
          facts={facts}
          onSaved={(record) => {
            saved.edited(record, side.record);
            map.send({ kind: 'saved' });
            selection.select(record.layer, [record.id], record.geometry ? [record.geometry] : []);
            setSide({ kind: 'record', record });
          }}
          onDeleted={(record) => {
            saved.deleted(record);
            settle('discarded');
          }}
          onRestored={saved.restored}
          onRestoreGeometry={(geometry) => {
            if (!geometry) return;
            map.drawing.setFormShape(side.record, geometry);
            activate('modify');
          }}
          onClose={() => {
            map.send({ kind: 'discarded' });
            toLayers();
          }}
          {...(layer.type > 0 && (side.record.can?.edit ?? layer.rights.edit)
            ? { onEditGeometry: () => activate('modify') }
            : {})}
          onLocate={() => locate(side.record)}
        />
      );
    if (side.kind === 'new' && layer)
      return (
        <RecordPanel
          key={`new/${side.layer}`}
          layer={layer}
          record={null}
          geometry={shape ?? null}
          facts={facts}
          onSaved={(record) => {
            saved.created(record);
            map.send({ kind: 'saved' });
            setSide({ kind: 'layers' });
          }}
          onDeleted={() => settle('discarded')}
          onClose={() => settle('discarded')}
        />
      );
    if (active) return <ToolPanel onHelp={setHelp} />;
    return (
      <LayersPanel
        layers={layers}
        groups={groups}
        states={states}
        loading={read.isPending}
        error={read.error}
        retry={() => void read.refetch()}
        onTable={onTable}
        onRefresh={refreshLayers}
        onHelp={() => setHelp('layers-tab')}
        {...(phone ? { onClose: () => setSheet(false) } : {})}
      />
    );
  };
  const form = side.kind === 'record' || side.kind === 'new';
  const busy = form || active !== null;
  const work = form || sketch.mode !== 'none';
  const cover = phone && work ? 'work' : phone && (busy || sheet) ? 'panel' : null;

  return (
    <div className={classes.home}>
      <SidePanel ref={aside} phone={phone} open={busy || sheet} bar={folded ? <SketchBar form={form} /> : null}>
        {hand && sketch.geometry && <SketchBack />}
        {sketch.mode !== 'none' && form && (
          <div className={classes.sketch} hidden={hand === 'after'}>
            <SketchPanel done={null} />
          </div>
        )}
        <div className={classes.panel} hidden={form && hand === 'settings'}>
          {panel()}
        </div>
      </SidePanel>
      <div className={classes.middle}>
        <div className={classes.stage}>
          <MapCanvas
            snapshot={snapshot}
            toolLayers={toolLayers}
            createTools={createToolHost}
            theme={theme === 'light' ? 'light' : 'dark'}
            lang={lang}
            {...(customer ? { customerView: customer.view } : {})}
            onEffect={onEffect}
            onHover={setPointer}
            onPoint={onPoint}
            onLayerState={(id, state, reason) => setStates((now) => new Map(now).set(id, { state, reason }))}
          >
            <ToolOverlays />
            {tip && <MapTip {...tip} layers={layers} />}
            <MapMenu gesture={menu} layers={layers} onClose={() => setMenu(null)} />
            <div className={classes.search} hidden={hand === 'map'}>
              <SearchBox
                layers={layers}
                onKeys={() => setKeys(true)}
                onFound={(hit) => {
                  if (hit.extent) map.fitExtent(hit.extent, { maxZoom: CLOSE_ZOOM });
                  void openRecord(hit.id);
                }}
              />
            </div>
            <div className={classes.controls}>
              <MapControls {...(customer ? { home: customer.view } : {})} />
            </div>
            <div className={classes.drafts}>
              <SketchDrafts onOpen={(record) => void openRecord(record).then((found) => found && locate(found))} />
            </div>
            <div className={classes.readout}>
              <PointerReadout />
            </div>
            {phone && !busy && !sheet && (
              <div className={classes.fab}>
                <IconButton
                  label={t('layers.title')}
                  size={44}
                  variant="filled"
                  color="indigo"
                  onClick={() => setSheet(true)}
                >
                  <IconStack2 size={22} />
                </IconButton>
              </div>
            )}
          </MapCanvas>
        </div>
        <div className={classes.tables} hidden={cover !== null}>
          <TableDock RecordTable={RecordTable} layers={layers} onOpen={(record) => void openRecord(record.id)} />
        </div>
      </div>
      <KeysSheet opened={keys} onClose={() => setKeys(false)} />
      <HelpDialog slug={help} onClose={() => setHelp(null)} />
      {showTools && (
        <div className={classes.rail}>
          <Toolbar orientation={phone ? 'horizontal' : 'vertical'} />
          <TableButton layers={layers} cover={cover} />
          <HistoryButtons />
        </div>
      )}
    </div>
  );
}

/** The map with everything around it. `baseMaps` are offered beside the street map. */
export function Home({ baseMaps, ...slots }: HomeSlots & { baseMaps: readonly BaseMapEntry[] }) {
  const lang = useLocale();
  useEffect(() => {
    const named = baseMaps.map(({ name, ...map }) => ({ ...map, name: typeof name === 'string' ? name : name[lang] }));
    useBase.setState({ rasters: [OSM, ...named] });
  }, [baseMaps, lang]);
  return (
    <MapProvider>
      <Screen {...slots} />
    </MapProvider>
  );
}
