// One layer in the list: its glyph, visibility, state, legend, opacity, order.
'use client';
import { Collapse, Menu, Slider, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconDots, IconEye, IconEyeOff, IconGripVertical } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/icon-button';
import type { Layer } from '@/contract/schemas/layer';
import { useFormat } from '@/lib/i18n/use-format';
import { Glyph, type LayerState, legend, useLayers } from '@/map';
import classes from './layers-panel.module.css';

export interface LayerRowProps {
  layer: Layer;
  state: LayerState | null;
  onZoom: () => void;
  onTable: () => void;
  onRecords: () => void;
}

export function LayerRow({ layer, state, onZoom, onTable, onRecords }: LayerRowProps) {
  const t = useTranslations('home');
  const map = useTranslations('map');
  const { number, percent } = useFormat();
  const { order, hidden, opacity, setVisible, setOpacity, move } = useLayers();
  const [open, setOpen] = useState(false);
  const visible = !hidden.has(layer.id);
  const entries = legend(layer.config.style, layer.type);
  const [first] = entries;
  const place = order.indexOf(layer.id);
  const share = opacity.get(layer.id) ?? 1;
  const hasRecords = layer.type <= 3;
  return (
    <li
      className={classes.row}
      onDragOver={(event) => event.dataTransfer.types.includes('text/layer') && event.preventDefault()}
      onDrop={(event) => {
        const id = Number(event.dataTransfer.getData('text/layer'));
        if (id) move(id, place);
      }}
    >
      <div className={classes.line} data-off={!visible || undefined}>
        <span
          className={classes.grip}
          draggable
          aria-hidden
          onDragStart={(event) => event.dataTransfer.setData('text/layer', String(layer.id))}
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
        {first && <Glyph glyph={first.glyph} opacity={share} />}
        <button type="button" className={classes.name} aria-expanded={open} onClick={() => setOpen(!open)}>
          <bdi className={classes.label}>{layer.label}</bdi>
          {hasRecords && <span className={classes.count}>{number(layer.record_count)}</span>}
          <IconChevronDown size={14} className={classes.chevron} data-open={open || undefined} aria-hidden />
        </button>
        {state && state !== 'ready' && visible && (
          <span className={classes.state} data-state={state} title={map(`layerStates.${state}`)}>
            <VisuallyHidden>{map(`layerStates.${state}`)}</VisuallyHidden>
          </span>
        )}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <IconButton label={t('layers.menu', { label: layer.label })} variant="subtle" color="gray" size={28}>
              <IconDots size={18} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {layer.extent && <Menu.Item onClick={onZoom}>{t('layers.zoom')}</Menu.Item>}
            {hasRecords && <Menu.Item onClick={onTable}>{t('layers.table')}</Menu.Item>}
            {hasRecords && <Menu.Item onClick={onRecords}>{t('layers.records')}</Menu.Item>}
            <Menu.Divider />
            <Menu.Item disabled={place <= 0} onClick={() => move(layer.id, place - 1)}>
              {t('layers.up')}
            </Menu.Item>
            <Menu.Item disabled={place >= order.length - 1} onClick={() => move(layer.id, place + 1)}>
              {t('layers.down')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <Collapse expanded={open}>
        <div className={classes.inside}>
          {entries.length > 1 && (
            <ul className={classes.legend} aria-label={t('layers.legend', { label: layer.label })}>
              {entries.map((entry) => (
                <li key={entry.key}>
                  <Glyph glyph={entry.glyph} opacity={share} />
                  <bdi>{entry.label ?? map('legend.other')}</bdi>
                </li>
              ))}
            </ul>
          )}
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
        </div>
      </Collapse>
    </li>
  );
}
