// The data of a layer: its saved views, and the table below them.
'use client';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { restFilter } from '../../logic/layer-page/view-query';
import { RecordTable } from '../../slots/record-table';
import type { TableState } from '../use-table-state';
import classes from './layer-views.module.css';
import { useLayerViews } from './use-layer-views';
import { ViewBar } from './view-bar';

export interface DataTabProps {
  layer: Layer;
  state: TableState;
  selected: readonly number[];
  onSelect: (ids: number[]) => void;
  onOpen: (record: LayerRecord) => void;
  onLocate: (record: LayerRecord) => void;
}

export function DataTab({ layer, state, ...table }: DataTabProps) {
  const views = useLayerViews(layer, state);
  const filter = restFilter(views.rest);
  return (
    <div className={classes.data}>
      <ViewBar layer={layer.id} views={views} />
      <div className={classes.table}>
        <RecordTable layer={layer} height="fill" state={state} {...(filter ? { filter } : {})} {...table} />
      </div>
    </div>
  );
}
