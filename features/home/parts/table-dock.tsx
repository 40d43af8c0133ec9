// The dock below the map with tables of records as tabs; its upper edge can be dragged or moved by keys.
'use client';
import { IconTable, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ComponentType, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { extentOf, useMap, useSelection, useTool } from '@/map';
import { useEditHistory } from '../logic/edit-history';
import type { RecordTableSlot } from '../logic/slots';
import { type TableTab, useTables } from '../logic/tables';
import classes from './table-dock.module.css';
import { useDockFocus } from './use-dock-focus';

const [MIN_SHARE, MAX_SHARE, STEP] = [20, 80, 5];
const CLOSE_ZOOM = 14;

export interface TableDockProps {
  RecordTable: ComponentType<RecordTableSlot>;
  layers: readonly Layer[];
  onOpen: (record: LayerRecord) => void;
}

/** The layer that new records go to, else the topmost one. */
function useActiveLayer(layers: readonly Layer[]): Layer | undefined {
  const target = useTool((s) => s.target);
  const top = useTool((s) => s.layers[0]?.id);
  return layers.find(({ id }) => id === target) ?? layers.find(({ id }) => id === top);
}

/** What Esc closes before it closes the dock. */
const OPEN_ABOVE = '[role="dialog"], [role="menu"], [role="listbox"], [aria-expanded="true"]';

interface TableButtonProps {
  layers: readonly Layer[];
  /** What lies over the tables now: a panel, which makes room, or work that must end first. */
  cover: 'panel' | 'work' | null;
}

/** Opens and closes the active layer's table: a button, and Shift+T anywhere but where something is typed. */
export function TableButton({ layers, cover }: TableButtonProps) {
  const t = useTranslations('home.table');
  const layer = useActiveLayer(layers);
  const open = useTables((s) => s.recentIds.at(-1) === 'home') && cover === null;
  const toggleHome = useTables((s) => s.toggleHome);
  const why = layer === undefined ? t('noLayer') : cover === 'work' ? t('covered') : null;
  const may = why === null;
  const toggle = () => toggleHome(cover !== null);
  useHotkeys('screen', [{ keys: 'Shift+KeyT', run: toggle }], may);
  return (
    <IconButton
      label={why ? `${t('open')}: ${why}` : t('open')}
      hotkey="Shift+T"
      aria-pressed={open}
      variant={open ? 'filled' : 'subtle'}
      color={open ? 'indigo' : 'gray'}
      size="var(--tool-size)"
      disabled={!may}
      onClick={toggle}
    >
      <IconTable size={20} />
    </IconButton>
  );
}

export function TableDock({ RecordTable, layers, onOpen }: TableDockProps) {
  const t = useTranslations('home.table');
  const { tabs, recentIds, requestCount, bring, close } = useTables();
  const activeLayer = useActiveLayer(layers);
  const [share, setShare] = useState(35);
  const box = useRef<HTMLDivElement>(null);
  const name = useId();
  const clamp = (v: number) => setShare(Math.min(MAX_SHARE, Math.max(MIN_SHARE, v)));
  const visibleTabs = tabs.flatMap((tab) => {
    const layer = tab.layer === null ? activeLayer : layers.find(({ id }) => id === tab.layer);
    return layer ? [{ tab, layer, title: tab.title ?? layer.label }] : [];
  });
  const front = visibleTabs.find(({ tab }) => tab.id === recentIds.at(-1)) ?? visibleTabs.at(-1);
  useDockFocus(front && `${name}-${front.tab.id}`, requestCount);
  if (!front) return null;

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const whole = box.current?.parentElement?.getBoundingClientRect();
    if (!whole || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    clamp(((whole.bottom - event.clientY) / whole.height) * 100);
  };
  const onEdgeKey = (event: KeyboardEvent) => {
    if (event.code !== 'ArrowUp' && event.code !== 'ArrowDown') return;
    event.preventDefault();
    clamp(share + (event.code === 'ArrowUp' ? STEP : -STEP));
  };
  const onTabKey = (event: KeyboardEvent<HTMLElement>) => {
    const at = visibleTabs.indexOf(front);
    const onward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const step = event.code === 'ArrowLeft' || event.code === 'ArrowRight' ? (event.code === onward ? 1 : -1) : 0;
    const next = visibleTabs[at + step];
    if (event.code === 'Delete') close(front.tab.id);
    else if (step !== 0 && next) {
      bring(next.tab.id);
      document.getElementById(`${name}-${next.tab.id}`)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes, from wherever in it
    <div
      ref={box}
      className={classes.dock}
      style={{ blockSize: `${share}%` }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        if (event.target instanceof Element && event.target.closest(OPEN_ABOVE)) return;
        event.preventDefault();
        close(front.tab.id);
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={t('resize')}
        aria-valuenow={Math.round(share)}
        aria-valuemin={MIN_SHARE}
        aria-valuemax={MAX_SHARE}
        className={classes.edge}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onEdgeKey}
      />
      <div className={classes.bar}>
        <div role="tablist" aria-label={t('tabs')} className={classes.tabs}>
          {visibleTabs.map(({ tab, title }) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${name}-${tab.id}`}
              aria-selected={tab === front.tab}
              aria-controls={`${name}-of-${tab.id}`}
              tabIndex={tab === front.tab ? 0 : -1}
              className={classes.tab}
              title={title}
              onClick={() => bring(tab.id)}
              onAuxClick={() => close(tab.id)}
              onKeyDown={onTabKey}
            >
              <bdi>{title}</bdi>
            </button>
          ))}
        </div>
        <IconButton label={t('close', { title: front.title })} hotkey="Esc" onClick={() => close(front.tab.id)}>
          <IconX size={18} />
        </IconButton>
      </div>
      <div className={classes.stack}>
        {visibleTabs.map(({ tab, layer, title }) => (
          <div
            key={tab.id}
            role="tabpanel"
            id={`${name}-of-${tab.id}`}
            aria-label={title}
            // What is behind keeps its order, filters and place, but is out of reach.
            inert={tab !== front.tab}
            className={classes.sheet}
          >
            <Docked RecordTable={RecordTable} tab={tab} layer={layer} onOpen={onOpen} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface DockedProps extends Pick<TableDockProps, 'RecordTable' | 'onOpen'> {
  tab: TableTab;
  layer: Layer;
}

const NONE: readonly number[] = [];

/** One table, in step with the map's selection. */
function Docked({ RecordTable, tab, layer, onOpen }: DockedProps) {
  const map = useMap();
  const selected = useSelection((s) => (s.layer === layer.id ? s.ids : NONE));
  const select = useSelection((s) => s.select);
  const isMarked = useSelection((s) => s.layer === layer.id && s.isWhole);
  const { selectWhole, settleWhole } = useSelection.getState();
  const forget = useEditHistory((s) => s.forget);
  return (
    <RecordTable
      layer={layer}
      height="fill"
      selected={selected}
      onSelect={(ids, record) => select(layer.id, ids, record?.geometry ? [record.geometry] : [])}
      whole={{ isMarked, mark: () => selectWhole(layer.id), settle: (ids) => settleWhole(layer.id, ids) }}
      onOpen={onOpen}
      onLocate={(record) => {
        select(layer.id, [record.id], record.geometry ? [record.geometry] : []);
        const extent = record.geometry && extentOf([record.geometry]);
        if (extent) map.fitExtent(extent, { maxZoom: CLOSE_ZOOM });
      }}
      onZoom={(shapes) => {
        const extent = extentOf(shapes);
        if (extent) map.fitExtent(extent, { maxZoom: CLOSE_ZOOM });
      }}
      onChanged={(written, change) => map.ask({ kind: 'changed', ...written, ...(change ? { change } : {}) })}
      onUndone={(id, written) => {
        forget(id);
        map.ask({ kind: 'changed', ...written });
      }}
      {...(tab.filter ? { filter: tab.filter } : {})}
    />
  );
}
