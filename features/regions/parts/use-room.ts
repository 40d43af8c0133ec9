// What is going on in the room: which region is open, the shape under edit, what is question, and how the map looks at it.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import type { Extent, Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import type { SheetTab } from '../logic/tree';
import type { Refused } from './dialogs/blockers-dialog';
import { useSight } from './map/sight';
import { useEditor } from './use-editor';
import { useOpenRegion, useRegion, useRegionWrites } from './use-open-region';
import { useSaving } from './use-saving';
import { useSources } from './use-sources';

const join = (a: Extent, b: Extent): Extent => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]; // biome-ignore format: one box

type Question = 'save' | 'remove' | 'simplify';

/** How the map looks at it: what is pointed at, as whom, and with which layer. */
function useLooks() {
  const [pointed, setPointed] = useState<Geometry | null>(null);
  const [person, setPerson] = useState<number | null>(null);
  const [layer, setLayer] = useState<Layer | null>(null);
  return { pointed, setPointed, person, setPerson, layer, setLayer, sight: useSight(person) };
}

/** Which side of the sheet is open, what is to be joined, asked and named, and what was refused. */
function useFaces() {
  const [tab, setTab] = useState<SheetTab>('facts');
  const [joining, setJoining] = useState<readonly number[]>([]);
  const [question, setQuestion] = useState<Question | null>(null);
  const [newLabel, setNewLabel] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  return { tab, setTab, joining, setJoining, question, setQuestion, newLabel, setNewLabel, refused, setRefused };
}

export function useRoom(tree: readonly RegionBranch[]) {
  const t = useTranslations('regions');
  const { confirm } = useDialogs();
  const { open, show } = useOpenRegion();
  const resource = useRegion(open);
  const writes = useRegionWrites();
  const editor = useEditor();
  const looks = useLooks();
  const { setPointed } = looks;
  const faces = useFaces();
  const { setQuestion, setRefused, setNewLabel } = faces;
  const whole = useMemo(() => tree.map(({ extent }) => extent).reduce<Extent | null>((all, box) => (all ? join(all, box) : box), null), [tree]); // biome-ignore format: one box
  const region = open === null ? null : (resource.data?.body ?? null);
  const { draft } = editor;

  const mayDrop = async () =>
    !editor.isDirty ||
    confirm({ title: t('drop.title'), text: t('drop.text'), confirm: t('drop.confirm'), danger: true });
  const clear = () => {
    editor.end();
    setPointed(null);
    setNewLabel('');
  };
  const leaveFor = async (id: number | null) => {
    if (!(await mayDrop())) return false;
    clear();
    writes.forget();
    show(id);
    return true;
  };
  const begin = async (geometry: Geometry | null, label = '') => {
    if (!(await mayDrop())) return;
    clear();
    show(null);
    setNewLabel(label);
    editor.begin(null, geometry, geometry ? null : 'draw');
  };
  const { saveShape, remove } = useSaving({
    region,
    etag: resource.data?.etag ?? null,
    writes,
    draft,
    onDone: () => {
      setQuestion(null);
      clear();
    },
    onGone: () => show(null),
    onRefused: (refusal) => {
      setQuestion(null);
      setRefused(refusal);
    },
  });
  return {
    ...looks,
    open,
    region,
    resource,
    writes,
    editor,
    whole,
    sheet: draft?.id === null ? ('new' as const) : open !== null ? ('open' as const) : null,
    ...faces,
    saveShape,
    remove,
    clear,
    showNow: show,
    show: (id: number | null) => void leaveFor(id),
    drawNew: () => void begin(null),
    askSave: () => setQuestion('save'),
    askRemove: () => setQuestion('remove'),
    askSimplify: () => setQuestion('simplify'),
    dropDraft: async () => {
      if (await mayDrop()) clear();
    },
    ...useSources({ tree, open, region, editor, begin, leaveFor }),
  };
}
export type Room = ReturnType<typeof useRoom>;
