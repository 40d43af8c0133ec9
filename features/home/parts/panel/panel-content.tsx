// What the side panel shows: the top of its stack (form, tool, layers), and above a form the sketch of its shape.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Layer } from '@/contract/schemas/layer';
import { invalidate } from '@/lib/api/keys';
import { useMap, useSketch, useTool } from '@/map';
import { SketchBack, SketchPanel, ToolPanel } from '@/tools';
import type { RecordForm, SidePanelEvent } from '../../logic/side-panel';
import type { HomeSlots } from '../../logic/slots';
import { useTables } from '../../logic/tables';
import classes from '../../screens/home.module.css';
import type { useHomeData } from '../use-home-data';
import { FormPanel } from './form-panel';
import { type LayerStates, LayersPanel } from './layers-panel';

interface PanelContentProps extends Pick<HomeSlots, 'RecordPanel'> {
  data: ReturnType<typeof useHomeData>;
  states: LayerStates;
  form: RecordForm | null;
  send: (event: SidePanelEvent) => void;
  onHelp: (slug: string) => void;
  /** On a telephone: puts the sheet away. */
  onClose?: (() => void) | undefined;
  /** Which part of a shape and its form a narrow screen shows; null where there is room for both. */
  hand: 'map' | 'settings' | 'after' | null;
}

export function PanelContent(props: PanelContentProps) {
  const { data, states, form, send, onHelp, onClose, hand, RecordPanel } = props;
  const map = useMap();
  const client = useQueryClient();
  const isSketching = useSketch((s) => s.mode !== 'none');
  const hasShape = useSketch((s) => s.geometry !== null);
  const hasTool = useTool((s) => s.active !== null);
  const openTable = useTables((s) => s.open);
  const layer = form && data.layers.find(({ id }) => id === (form.kind === 'new' ? form.layer : form.record.layer));
  // Rows of layers are drawn again only where something of theirs changes.
  const onTable = useCallback((l: Layer) => openTable({ layer: l.id }), [openTable]);
  const refresh = useCallback(
    (layers: readonly Layer[]) => {
      map.refresh(layers.map((l) => l.id));
      void invalidate(client, ['layer', 'record', 'group']);
    },
    [map, client],
  );
  return (
    <>
      {hand && hasShape && <SketchBack />}
      {isSketching && form && (
        <div className={classes.sketch} hidden={hand === 'after'}>
          <SketchPanel done={null} />
        </div>
      )}
      <div className={classes.panel} hidden={form !== null && hand === 'settings'}>
        {form && layer ? (
          <FormPanel form={form} layer={layer} send={send} RecordPanel={RecordPanel} />
        ) : hasTool ? (
          <ToolPanel onHelp={onHelp} />
        ) : (
          <LayersPanel
            layers={data.layers}
            groups={data.groups}
            states={states}
            loading={data.read.isPending}
            error={data.read.error}
            retry={() => void data.read.refetch()}
            onTable={onTable}
            onRefresh={refresh}
            onHelp={() => onHelp('layers-tab')}
            {...(onClose ? { onClose } : {})}
          />
        )}
      </div>
    </>
  );
}
