// The map with everything that lies over it: search, controls, tips, the menu of a place, offers of unfinished work.
'use client';
import { useComputedColorScheme } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useRef } from 'react';
import { toast } from '@/components/feedback/toast';
import { REGION } from '@/components/focus/regions';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { MapCanvas, type MapCanvasProps, MapControls, type PointGesture, useMap } from '@/map';
import { createToolHost, SketchDrafts, ToolOverlays } from '@/tools';
import classes from '../screens/home.module.css';
import { MapMenu } from './map-menu';
import { MapTip } from './map-tip';
import { PointerReadout, setPointer } from './pointer-readout';
import { SearchBox, type SearchBoxProps } from './search/search-box';
import type { Tip } from './use-tool-events';

const CLOSE_ZOOM = 14;

interface MapStageProps
  extends Pick<MapCanvasProps, 'snapshot' | 'toolLayers' | 'onEffect' | 'onPoint' | 'onLayerState'>,
    Pick<SearchBoxProps, 'onKeys'> {
  layers: readonly Layer[];
  tip: Tip | null;
  menu: PointGesture | null;
  onMenuClose: () => void;
  /** The whole map is free for a shape: the search gives way. */
  isSearchHidden: boolean;
  onOpen: (record: number) => void;
  /** Opens a record and brings it into view. */
  onShow: (record: number) => void;
  children: ReactNode;
}

/** Tells once in the page's life that another base map stands in for the chosen one. */
function useBaseNotice(): () => void {
  const t = useTranslations('map.base');
  const isTold = useRef(false);
  return useCallback(() => {
    if (isTold.current) return;
    isTold.current = true;
    toast({ type: 'warning', message: t('failed') });
  }, [t]);
}

export function MapStage(props: MapStageProps) {
  const { layers, tip, menu, onMenuClose, isSearchHidden, onKeys, onOpen, onShow, children, ...canvas } = props;
  const lang = useLocale();
  const theme = useComputedColorScheme('dark');
  const map = useMap();
  const onBaseFailed = useBaseNotice();
  const customer = useRead(api.session.customer, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  return (
    <div className={classes.stage} {...REGION}>
      <MapCanvas
        {...canvas}
        createTools={createToolHost}
        theme={theme === 'light' ? 'light' : 'dark'}
        lang={lang}
        {...(customer ? { customerView: customer.view } : {})}
        onHover={setPointer}
        onBaseFailed={onBaseFailed}
      >
        <ToolOverlays />
        {tip && <MapTip {...tip} layers={layers} />}
        <MapMenu gesture={menu} layers={layers} onClose={onMenuClose} />
        <div className={classes.search} hidden={isSearchHidden}>
          <SearchBox
            layers={layers}
            onKeys={onKeys}
            onFound={(hit) => {
              if (hit.extent) map.fitExtent(hit.extent, { maxZoom: CLOSE_ZOOM });
              onOpen(hit.id);
            }}
          />
        </div>
        <div className={classes.controls}>
          <MapControls {...(customer ? { home: customer.view } : {})} />
        </div>
        <div className={classes.drafts}>
          <SketchDrafts onOpen={onShow} />
        </div>
        <div className={classes.readout}>
          <PointerReadout />
        </div>
        {children}
      </MapCanvas>
    </div>
  );
}
