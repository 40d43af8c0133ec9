// The menu of a place on the map: what is there, its coordinates, and the records under the pointer.
'use client';
import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconCrosshair,
  IconForms,
  IconInfoCircle,
  IconLayersIntersect2,
  IconPencilPlus,
  IconTable,
  IconVector,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { type PointGesture, useMap, usePlaceText, useSelection, useTool } from '@/map';
import { openAnalysis } from '@/tools';
import classes from './map-menu.module.css';

/** More records than this under one press are for identify. */
const MAX_RECORDS = 3;

export interface MapMenuProps {
  /** Where the menu was asked for; null while it is closed. */
  gesture: PointGesture | null;
  layers: readonly Layer[];
  onClose: () => void;
}

export function MapMenu({ gesture, layers, onClose }: MapMenuProps) {
  // The menu fades out with what it said.
  const last = useRef(gesture);
  if (gesture) last.current = gesture;
  const current = last.current;
  return (
    <Menu
      opened={gesture !== null}
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      withinPortal
      shadow="md"
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
    >
      <Menu.Target>
        <span
          aria-hidden
          className={classes.place}
          style={current ? { transform: `translate(${current.point[0]}px, ${current.point[1]}px)` } : undefined}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>{current && <Items gesture={current} layers={layers} />}</Menu.Dropdown>
    </Menu>
  );
}

function Items({ gesture, layers }: { gesture: PointGesture; layers: readonly Layer[] }) {
  const t = useTranslations('home.menu');
  const map = useMap();
  const { target, activate } = useTool();
  const hits = gesture.hits.slice(0, MAX_RECORDS);
  const ids = hits.map((hit) => hit.id);
  const titles = useRead(api.records.values, { body: { ids } }, { enabled: ids.length > 0, staleTime: 60_000 }).data;
  const into = layers.find((l) => l.id === target && l.rights.add && l.type > 0 && l.type <= 3);
  const text = usePlaceText()(gesture.at);
  const { coordinates } = useFormat();

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ type: 'success', message: t('copied') }),
      () => toast({ type: 'warning', message: t('notCopied', { text }) }),
    );
  return (
    <>
      {hits.map((hit) => {
        const layer = layers.find((l) => l.id === hit.layer);
        const title = titles?.find((one) => one.id === hit.id)?.title ?? '';
        return (
          <div key={`${hit.layer}/${hit.id}`}>
            <Menu.Label>
              <bdi>{title || layer?.label}</bdi>
            </Menu.Label>
            <Menu.Item leftSection={<IconForms size={16} />} onClick={() => map.ask({ kind: 'open', id: hit.id })}>
              {t('open')}
            </Menu.Item>
            {layer?.rights.edit && (
              <Menu.Item
                leftSection={<IconVector size={16} />}
                onClick={() => {
                  useSelection.getState().select(hit.layer, [hit.id]);
                  activate('modify');
                }}
              >
                {t('reshape')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconLayersIntersect2 size={16} />}
              onClick={() => openAnalysis(hit.layer, [hit.id])}
            >
              {t('analysis')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTable size={16} />}
              onClick={() => {
                useSelection.getState().select(hit.layer, [hit.id]);
                map.ask({ kind: 'table', layer: hit.layer });
              }}
            >
              {t('table')}
            </Menu.Item>
          </div>
        );
      })}
      {hits.length > 0 && <Menu.Divider />}
      <Menu.Item
        leftSection={<IconInfoCircle size={16} />}
        onClick={() => {
          activate('identify');
          map.typeAt(gesture.at);
        }}
      >
        {t('identify')}
      </Menu.Item>
      {into && (
        <Menu.Item
          leftSection={<IconPencilPlus size={16} />}
          onClick={() => {
            activate('draw');
            map.typeAt(gesture.at);
          }}
        >
          {t('add', { layer: into.label })}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
        {t('copy')} <bdi dir="ltr">{coordinates(text)}</bdi>
      </Menu.Item>
      <Menu.Item leftSection={<IconCrosshair size={16} />} onClick={() => map.flyTo({ center: gesture.at })}>
        {t('center')}
      </Menu.Item>
    </>
  );
}
