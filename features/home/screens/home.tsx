// The map screen: one map, a panel beside it, a table below it, all in step.
'use client';
import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { REGION } from '@/components/focus/regions';
import { IconButton } from '@/components/icon-button';
import { useScreens } from '@/lib/api/use-screens';
import type { BaseMapOffer } from '@/lib/base-maps/files';
import { PHONE } from '@/lib/config/constants';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useClientSettings } from '@/lib/state/client-settings';
import { MapProvider, preload, useFormShape, useMap, useMapReady, useSketch, useTool } from '@/map';
import { listInView, SketchBar, Toolbar } from '@/tools';
import type { HomeSlots } from '../logic/slots';
import { HistoryButtons } from '../parts/history-buttons';
import { KeysSheet } from '../parts/keys-sheet';
import { MapStage } from '../parts/map-stage';
import type { LayerStates } from '../parts/panel/layers-panel';
import { PanelContent } from '../parts/panel/panel-content';
import { SidePanel } from '../parts/panel/side-panel';
import { useBaseMaps } from '../parts/panel/use-base-maps';
import { usePanelFocus } from '../parts/panel/use-panel-focus';
import { useSheet } from '../parts/panel/use-sheet';
import { useSidePanel } from '../parts/panel/use-side-panel';
import { TableButton, TableDock } from '../parts/table-dock';
import { TimePlace } from '../parts/time/time-place';
import { useAddressRecord } from '../parts/use-address-record';
import { useHomeData } from '../parts/use-home-data';
import { useLiveRevisions } from '../parts/use-live-revisions';
import { useLocate } from '../parts/use-locate';
import { useMapLinks } from '../parts/use-map-links';
import { useMapPoint } from '../parts/use-map-point';
import { useUndoKeys, useUndoRedo } from '../parts/use-record-changes';
import { useToolEvents } from '../parts/use-tool-events';
import classes from './home.module.css';

// The engine comes while the page is made alive, not after it. Other screens take parts of the map's room without it.
if (typeof window !== 'undefined') preload();

const NOTHING: readonly string[] = [];

/** What the page is, and two ways past the panel: to the map, and to what it shows as a list. */
function MapHeading() {
  const t = useTranslations('home');
  const titles = useTranslations('routes');
  const tools = useTranslations('map.tools');
  const map = useMap();
  const list = () => {
    if (!listInView(map)) toast({ type: 'info', message: tools('reasons.noVisible'), id: 'tool-refused' });
  };
  useHotkeys('screen', [{ keys: 'KeyL', run: list }]);
  return (
    <>
      <VisuallyHidden component="h1">{titles('home.title')}</VisuallyHidden>
      <button type="button" className="skip" onClick={map.focus}>
        {t('skipToMap')}
      </button>
      <button type="button" className="skip" aria-keyshortcuts="L" onClick={list}>
        {t('listInView')}
      </button>
    </>
  );
}

/** On a telephone: brings the layers up. */
function LayersButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('home.layers');
  return (
    <div className={classes.fab}>
      <IconButton label={t('title')} size={44} variant="filled" color="indigo" onClick={onOpen}>
        <IconStack2 size={22} />
      </IconButton>
    </div>
  );
}

interface ScreenProps extends HomeSlots {
  /** Tools that the roles leave out. */
  hiddenTools: readonly string[];
}

function Screen({ RecordPanel, RecordTable, HelpDialog, ImportDrop, hiddenTools }: ScreenProps) {
  const phone = useMediaQuery(PHONE) ?? false;
  const data = useHomeData();
  const { layers } = data;
  useLiveRevisions(layers, data.snapshot.layers, data.read.isFetching);
  useMapLinks(useMapReady(), layers);
  const showTools = useClientSettings((s) => s.isMapMenuOpen);
  const [help, setHelp] = useState<string | null>(null);
  const [keys, setKeys] = useState(false);
  const [states, setStates] = useState<LayerStates>(new Map());

  const { form, stack, send } = useSidePanel();
  const { onEffect, openRecord, tip } = useToolEvents({ send, onHelp: setHelp });
  const locate = useLocate();
  const open = (record: number) => void openRecord(record);
  const show = (record: number) => void openRecord(record).then(locate);
  useAddressRecord(layers, data.groups, show);
  const { menu, closeMenu, onPoint } = useMapPoint({ phone, form, tip, onOpen: open });
  useUndoKeys(useUndoRedo());
  const tool = useTool((s) => s.active);
  const isBusy = stack.length > 1;
  useHotkeys('screen', [{ keys: 'Shift+Slash', run: () => setKeys(true) }]);
  useHotkeys('screen', [{ keys: 'Escape', run: () => send({ kind: 'escape' }) }], isBusy);

  // A phone shows one thing at a time: the map with a bar, the shape's settings, or its form.
  const isSketching = useSketch((s) => s.mode !== 'none');
  const sketchHand = useSketch((s) => s.hand);
  const hand = phone && isSketching ? sketchHand : null;
  const isFolded = hand === 'map';
  const aside = useRef<HTMLElement>(null);
  const subject = form === null ? (tool ?? 'layers') : form.kind === 'new' ? 'new' : form.record.id;
  usePanelFocus(aside, subject === 'layers' && !isFolded ? null : `${subject}/${isFolded}`);
  const shape = useFormShape(form && (form.kind === 'new' ? 'new' : form.record));
  const stored = form?.kind === 'record' ? form.record.geometry : null;
  const [sheet, setSheet] = useSheet({ phone, subject, shape: shape ?? stored, isFolded });

  const cover = phone && (form !== null || isSketching) ? 'work' : phone && (isBusy || sheet) ? 'panel' : null;

  return (
    <div className={classes.home}>
      <MapHeading />
      <SidePanel
        ref={aside}
        phone={phone}
        open={isBusy || sheet}
        bar={isFolded ? <SketchBar form={form !== null} /> : null}
      >
        <PanelContent
          data={data}
          states={states}
          form={form}
          send={send}
          onHelp={setHelp}
          onClose={phone ? () => setSheet(false) : undefined}
          hand={hand}
          RecordPanel={RecordPanel}
        />
      </SidePanel>
      <div className={classes.middle}>
        <MapStage
          snapshot={data.snapshot}
          toolLayers={data.toolLayers}
          layers={layers}
          tip={tip}
          menu={menu}
          onMenuClose={closeMenu}
          isSearchHidden={isFolded}
          onKeys={() => setKeys(true)}
          onOpen={open}
          onShow={show}
          onEffect={onEffect}
          onPoint={onPoint}
          onLayerState={(id, state, reason) => setStates((now) => new Map(now).set(id, { state, reason }))}
        >
          {phone && !isBusy && !sheet && <LayersButton onOpen={() => setSheet(true)} />}
          <TimePlace layers={layers} states={states} isAlone={!isBusy} onOpen={() => setSheet(false)} />
          <ImportDrop />
        </MapStage>
        <div className={classes.tables} hidden={cover !== null} {...REGION}>
          <TableDock RecordTable={RecordTable} layers={layers} onOpen={(record) => open(record.id)} />
        </div>
      </div>
      <KeysSheet opened={keys} onClose={() => setKeys(false)} />
      <HelpDialog slug={help} onClose={() => setHelp(null)} />
      {showTools && !isFolded && (
        <div className={classes.rail} {...REGION}>
          <Toolbar orientation={phone ? 'horizontal' : 'vertical'} hidden={hiddenTools}>
            <hr className={classes.break} />
            <TableButton layers={layers} cover={cover} />
            <HistoryButtons />
          </Toolbar>
        </div>
      )}
    </div>
  );
}

/** The map with everything around it. `baseMaps` are offered beside the street map. */
export function Home({ baseMaps, ...slots }: HomeSlots & { baseMaps: readonly BaseMapOffer[] }) {
  useBaseMaps(baseMaps);
  const screens = useScreens();
  return (
    <MapProvider>
      <Screen {...slots} hiddenTools={screens?.hidden_tools ?? NOTHING} />
    </MapProvider>
  );
}
