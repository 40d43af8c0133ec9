// One layer in the list: its glyph, visibility, state, legendOf, opacity, order.
'use client';
import { Collapse, Menu, Slider, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconDots, IconEye, IconEyeOff, IconGripVertical } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { memo, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { Num } from '@/components/num';
import { api } from '@/contract';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { useMay } from '@/lib/api/use-who';
import { useFormat } from '@/lib/i18n/use-format';
import {
  Glyph,
  type LayerState,
  legendOf,
  openStyling,
  useLayers,
  useMap,
  usesSeveralChoices,
  useTool,
  useView,
} from '@/map';
import { canStyle, openAnalysis } from '@/tools';
import { useMapTime } from '../../logic/map-time';
import { getScaleHint } from '../../logic/rows';
import { LayerActs } from './layer-acts';
import classes from './layers-panel.module.css';
import { LegendScales } from './legend-scales';
import { RowMark } from './row-mark';
import { ServiceLegend } from './service-legend';
import { StateCell } from './state-cell';

export interface LayerRowProps {
  layer: Layer;
  state: LayerState | null;
  /** Why the layer is in error, where the server told. */
  reason: string | null;
  open: boolean;
  onToggle: (id: number) => void;
  onTable: (layer: Layer) => void;
  onRecords: (layer: Layer) => void;
  onRefresh: (layer: Layer) => void;
  onTip: (layer: Layer) => void;
}

const DRAGGED = 'text/layer';

/** Drawn again only when something of this layer changes: there may be thousands. */
export const LayerRow = memo(function LayerRow(props: LayerRowProps) {
  const { layer, state, reason, open, onToggle, onRefresh } = props;
  const t = useTranslations('home');
  const visible = useLayers((s) => !s.hidden.has(layer.id));
  const share = useLayers((s) => s.opacity.get(layer.id) ?? 1);
  const setVisible = useLayers((s) => s.setVisible);
  const active = useTool((s) => s.target === layer.id);
  const setTarget = useTool((s) => s.setTarget);
  const scale = layer.config.scale;
  const away = useView((s) => getScaleHint(scale, s.view?.zoom ?? scale.min_zoom)?.to ?? null);
  const [over, setOver] = useState(false);
  const hasRecords = layer.type <= 3;
  const shownState = visible && away === null && state !== 'ready' ? state : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the menu has the same for keys.
    <div
      className={classes.row}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const id = Number(event.dataTransfer.getData(DRAGGED));
        const { order, move } = useLayers.getState();
        if (id) move(id, order.indexOf(layer.id));
      }}
    >
      <div className={classes.line} data-off={!visible || away !== null || undefined} data-active={active || undefined}>
        <span
          className={classes.grip}
          draggable
          aria-hidden
          onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(layer.id))}
        >
          <IconGripVertical size={14} />
        </span>
        <IconButton
          label={t(visible ? 'layers.hide' : 'layers.show', { label: layer.label })}
          aria-pressed={visible}
          variant="subtle"
          color="gray"
          size={28}
          onClick={() => setVisible([layer.id], !visible)}
        >
          {visible ? <IconEye size={18} /> : <IconEyeOff size={18} />}
        </IconButton>
        <RowMark layer={layer} share={share} />
        <button
          type="button"
          className={classes.name}
          aria-expanded={open}
          aria-current={active || undefined}
          onClick={() => {
            setTarget(layer.id);
            onToggle(layer.id);
          }}
        >
          <bdi className={classes.label} title={layer.label}>
            {layer.label}
          </bdi>
          {hasRecords && <Num className={classes.count} value={layer.record_count} />}
          <IconChevronDown size={14} className={classes.chevron} data-open={open || undefined} aria-hidden />
        </button>
        <StateCell layer={layer} state={shownState} away={visible ? away : null} onRefresh={onRefresh} />
        <RowMenu {...props} />
      </div>
      {shownState === 'error' && reason && (
        <Text size="xs" c="red" className={classes.reason} role="status">
          {reason}
        </Text>
      )}
      <Collapse expanded={open}>{open && <Inside layer={layer} share={share} onTable={props.onTable} />}</Collapse>
    </div>
  );
});

function RowMenu({ layer, onTable, onRecords, onRefresh, onTip }: LayerRowProps) {
  const t = useTranslations('home');
  const map = useMap();
  const order = useLayers((s) => s.order);
  const move = useLayers((s) => s.move);
  const setVisible = useLayers((s) => s.setVisible);
  const openTime = useMapTime((s) => s.open);
  const place = order.indexOf(layer.id);
  const { extent } = layer;
  const hasRecords = layer.type <= 3;
  const mayStyle = useMay(api.layers.edit.needs);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton label={t('layers.menu', { label: layer.label })} variant="subtle" color="gray" size={28}>
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {extent && <Menu.Item onClick={() => map.fitExtent(extent)}>{t('layers.zoom')}</Menu.Item>}
        {hasRecords && <Menu.Item onClick={() => onTable(layer)}>{t('layers.table')}</Menu.Item>}
        {hasRecords && <Menu.Item onClick={() => onRecords(layer)}>{t('layers.records')}</Menu.Item>}
        {hasRecords && layer.type > 0 && <Menu.Item onClick={() => onTip(layer)}>{t('layers.tip')}</Menu.Item>}
        {hasRecords && layer.type > 0 && (
          <Menu.Item onClick={() => openAnalysis(layer.id)}>{t('layers.analysis')}</Menu.Item>
        )}
        {hasRecords && layer.type > 0 && <Menu.Item onClick={() => openTime(layer.id)}>{t('time.open')}</Menu.Item>}
        {layer.type > 0 && <Menu.Item onClick={() => onRefresh(layer)}>{t('layers.refresh')}</Menu.Item>}
        <Menu.Item
          onClick={() => {
            setVisible(order, false);
            setVisible([layer.id], true);
          }}
        >
          {t('layers.only')}
        </Menu.Item>
        {mayStyle && canStyle(layer) && (
          <Menu.Item onClick={() => void openStyling(layer.id)}>{t('layers.style')}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item disabled={place <= 0} onClick={() => move(layer.id, 0)}>
          {t('layers.top')}
        </Menu.Item>
        <Menu.Item disabled={place <= 0} onClick={() => move(layer.id, place - 1)}>
          {t('layers.up')}
        </Menu.Item>
        <Menu.Item disabled={place >= order.length - 1} onClick={() => move(layer.id, place + 1)}>
          {t('layers.down')}
        </Menu.Item>
        <Menu.Item disabled={place >= order.length - 1} onClick={() => move(layer.id, order.length - 1)}>
          {t('layers.bottom')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The legend, whose classes switch on and off, the opacity, and what is done most. */
function Inside({ layer, share, onTable }: { layer: Layer; share: number; onTable: (layer: Layer) => void }) {
  const t = useTranslations('home');
  const words = useTranslations('map');
  const { percent } = useFormat();
  const off = useLayers((s) => s.off.get(layer.id));
  const { toggleClass, setOpacity } = useLayers.getState();
  const entries = legendOf(layer);
  return (
    <div className={classes.inside}>
      {usesSeveralChoices(layer.config.style, layer.config.form) && (
        <Text size="xs" c="dimmed">
          {words('legend.severalChoices')}
        </Text>
      )}
      {(entries.length > 1 || entries[0]?.note) && (
        <ul className={classes.legend} aria-label={t('layers.legend', { label: layer.label })}>
          {entries.map((entry) => {
            const on = !off?.has(entry.key);
            return (
              <li key={entry.key}>
                <UnstyledButton
                  className={classes.class}
                  aria-pressed={on}
                  data-off={!on || undefined}
                  onClick={() => toggleClass(layer.id, entry.key)}
                >
                  <Glyph glyph={entry.glyph} opacity={on ? share : 0.25} />
                  <bdi>{entry.label ?? words(`legend.${entry.note ?? 'other'}`)}</bdi>
                  {!on && <IconEyeOff size={14} aria-hidden className={classes.classOff} />}
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      )}
      <LegendScales layer={layer} opacity={share} />
      {layer.type === LAYER_TYPES.wms && <ServiceLegend key={layer.rev} layer={layer} opacity={share} />}
      {layer.type > 0 && (
        <div className={classes.opacity}>
          <Text size="xs" c="dimmed">
            {t('layers.opacity')}
          </Text>
          <Slider
            size="sm"
            min={0}
            max={100}
            step={5}
            value={Math.round(share * 100)}
            label={(v) => percent(v / 100)}
            thumbLabel={t('layers.opacityOf', { label: layer.label })}
            onChange={(v) => setOpacity(layer.id, v / 100)}
          />
        </div>
      )}
      <LayerActs layer={layer} onTable={onTable} />
    </div>
  );
}
