// What relations mean for a record's form: its tabs, the key that a new one begins with, and the way back.
import { useEffect, useState } from 'react';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { useRelatedCounts, useRelations } from '@/lib/api/use-relations';
import { linkFor, useRelationLink } from '../../logic/relation-link';
import { useReturn } from './link-offer';

type Saved = (record: LayerRecord, kind: 'created' | 'edited') => void;
const NO_LOCKS: ReadonlySet<string> = new Set();
const NO_VALUES: Values = {};

export function useRelationForm(layer: Layer, record: LayerRecord | null) {
  const waiting = useRelationLink((state) => state.link);
  const link = linkFor(waiting, layer.id, record === null);
  const goBack = useReturn();
  const tabs = useRelations(layer.id, record !== null);
  const countOf = useRelatedCounts(
    layer.id,
    record ? [record.id] : [],
    tabs.some(({ side }) => side === 'children'),
  );
  const [firstTab] = useState(() => {
    const { opened } = useRelationLink.getState();
    return opened && opened.record === record?.id ? opened.tab : 'values';
  });
  // For once: whoever comes back to the record later begins with its values.
  useEffect(() => {
    if (useRelationLink.getState().opened?.record === record?.id) useRelationLink.setState({ opened: null });
  }, [record?.id]);
  // Taken when the form begins: the link is gone once the record is saved.
  const [start] = useState(() => (link?.kind === 'new' ? link : null));
  return {
    tabs,
    link,
    firstTab,
    count: (tab: string) => (record ? countOf(record.id, tab) : null),
    initial: start ? { [start.field]: start.value } : NO_VALUES,
    locked: start ? new Set([start.field]) : NO_LOCKS,
    /** Who made a child for a parent is led back to it. */
    onSaved:
      (then: Saved): Saved =>
      (saved, kind) => {
        then(saved, kind);
        if (start && kind === 'created') goBack(start);
      },
  };
}
