// Where the shape under edit comes from besides the hand: polygons of a layer, several regions as one, and the mending of what lies wrong.
'use client';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { Geometry } from '@/contract/schemas/common';
import type { Region } from '@/contract/schemas/region';
import type { RegionShapeOrder } from '@/contract/schemas/regions/shape';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { call } from '@/lib/api/client';
import type { RecordHit } from '@/map';
import type { Editor } from './use-editor';

interface SourcesOptions {
  tree: readonly RegionBranch[];
  open: number | null;
  region: Region | null;
  editor: Editor;
  /** Begins a new region of a shape. */
  begin: (geometry: Geometry | null, label?: string) => Promise<void>;
  /** False: what is unsaved was kept. */
  leaveFor: (id: number | null) => Promise<boolean>;
}

export function useSources({ tree, open, region, editor, begin, leaveFor }: SourcesOptions) {
  const t = useTranslations('regions');
  const errorText = useErrorText();
  /** Another shape of a region, that is looked at and saved like a drawn one. */
  const mend = (order: RegionShapeOrder, of: number, absorbed: readonly number[] = []) =>
    void editor.make(order, async ([shape]) => {
      if (!shape) return;
      if (of !== open && !(await leaveFor(of))) return;
      const before = of === open ? region : await call(api.regions.one, { params: { id: of } });
      if (!before?.geometry) return;
      editor.begin(of, before.geometry, null);
      editor.take(shape, absorbed);
    });
  return {
    pickFromLayer: () => {
      if (editor.draft) editor.setTool(editor.tool === 'pick' ? null : 'pick');
      else editor.begin(region?.id ?? null, region?.geometry ?? null, 'pick');
    },
    /** The polygon of a record that was clicked is added to the shape under edit. */
    takeRecord: ({ id }: RecordHit) =>
      void call(api.records.one, { params: { id } }).then(
        ({ geometry }) => {
          if (geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon') void editor.add(geometry);
          else toast({ type: 'warning', message: t('layer.noArea') });
        },
        (error) => toast({ type: 'error', message: errorText(error) }),
      ),
    /** Several regions as one: a new one beside them, or one of them that the others end in. */
    joinAll: (ids: readonly number[], into: number | null) => {
      const order = { act: 'union' as const, of: ids.map((one) => ({ region: one })) };
      if (into !== null) return mend(order, into, ids.filter((one) => one !== into)); // biome-ignore format: one call
      return void editor.make(order, ([shape]) => {
        const names = ids.flatMap((id) => tree.find((one) => one.id === id)?.label ?? []);
        if (shape) void begin(shape, names.join(t('and')).slice(0, 200));
      });
    },
    mend: (order: RegionShapeOrder, of: number) => mend(order, of),
  };
}
