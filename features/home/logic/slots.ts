// What this room borrows from the records' room; app/ hands it in.
import type { ComponentType } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import type { Change, WrittenRecords } from '@/map';

export interface RecordPanelSlot {
  layer: Layer;
  record: LayerRecord | null;
  geometry: Geometry | null | undefined;
  facts?: { label: string; value: string }[];
  onSaved: (record: LayerRecord, kind: 'created' | 'edited') => void;
  onDeleted: (record: LayerRecord) => void;
  onRestored?: (record: LayerRecord) => void;
  onRestoreGeometry?: (geometry: Geometry | null) => void;
  onClose: () => void;
  onEditGeometry?: () => void;
  onLocate?: () => void;
}
export interface RecordTableSlot {
  layer: Layer;
  selected: readonly number[];
  onSelect: (ids: number[], record?: LayerRecord) => void;
  /** Marks the whole layer until its ids are there; null where they did not come. */
  whole?: { isMarked: boolean; mark: () => void; settle: (ids: number[] | null) => void };
  onOpen?: (record: LayerRecord) => void;
  onLocate?: (record: LayerRecord) => void;
  height?: 'fill';
  onZoom?: (shapes: Geometry[]) => void;
  /** Records were written by the table; `change` can be undone. */
  onChanged?: (written: WrittenRecords, change: Change | null) => void;
  /** A change was taken back by its toast. */
  onUndone?: (id: string, written: WrittenRecords) => void;
  /** Keeps the table to some records, as the filters of the records' list. */
  filter?: Readonly<Record<string, string>>;
}
export interface HomeSlots {
  RecordPanel: ComponentType<RecordPanelSlot>;
  RecordTable: ComponentType<RecordTableSlot>;
  /** The dialog that shows a help page; null while closed. */
  HelpDialog: ComponentType<{ slug: string | null; onClose: () => void }>;
  /** Takes a file that is dropped on the screen to the import. */
  ImportDrop: ComponentType;
}
