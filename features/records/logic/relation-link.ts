// What waits for a feature that is drawn, filled in or picked elsewhere, so that it belongs to the one that asked for it.
import { create } from 'zustand';
import type { Value } from '@/contract/schemas/form';

interface Asker {
  layer: number;
  type: number;
  record: number;
  title: string;
  /** The tab that it was asked from. */
  tab: string;
}

/**
 * `new`: a new record of `layer` begins with the key, which is locked. `child`: a record of `layer` gets the key. `parent`: the asker gets
 * the key of a record of `layer`, which is that of `keyField`, or its id where that is null.
 */
export type RelationLink = { layer: number; label: string; field: string; asker: Asker } & (
  | { kind: 'new' | 'child'; value: Value }
  | { kind: 'parent'; keyField: string | null; version: number }
);

interface RelationLinks {
  link: RelationLink | null;
  /** The tab in which a record opens next. */
  opened: { record: number; tab: string } | null;
}

export const useRelationLink = create<RelationLinks>(() => ({ link: null, opened: null }));

export const endLink = () => useRelationLink.setState({ link: null });

/** The link that a record of the layer may end, or a new one. */
export const linkFor = (link: RelationLink | null, layer: number, isNew: boolean): RelationLink | null =>
  link && link.layer === layer && (link.kind === 'new') === isNew ? link : null;
