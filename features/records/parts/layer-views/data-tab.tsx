// The data of a layer: its saved views, the groups of its records, and the table beside them.
'use client';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useMemo, useState } from 'react';
import { ListSkeleton } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Layer } from '@/contract/schemas/layer';
import type { RecordGroup } from '@/contract/schemas/layers/groups';
import type { LayerRecord } from '@/contract/schemas/record';
import { both, restFilter } from '../../logic/layer-page/view-query';
import { RecordTable } from '../../slots/record-table';
import { useGroupText } from '../layer-groups/use-group-text';
import type { TableState } from '../use-table-state';
import classes from './layer-views.module.css';
import { type LayerViews, useLayerViews } from './use-layer-views';
import { ViewBar } from './view-bar';

/** Most tables are read without groups. */
const GroupPanel = lazyPart(() => import('../layer-groups/group-panel'));

export interface DataTabProps {
  layer: Layer;
  state: TableState;
  selected: readonly number[];
  onSelect: (ids: number[]) => void;
  onOpen: (record: LayerRecord) => void;
  onLocate: (record: LayerRecord) => void;
}

/** The group that is open; another grouping, or another filter, has other groups. */
function useOpenGroup({ grouping, tree }: LayerViews) {
  const of = JSON.stringify([grouping, tree]);
  const [open, setOpen] = useState<{ of: string; group: RecordGroup } | null>(null);
  const group = open?.of === of ? open.group : null;
  return { group, openGroup: (next: RecordGroup | null) => setOpen(next && { of, group: next }) };
}

export function DataTab({ layer, state, ...table }: DataTabProps) {
  const t = useTranslations('layerPage.groups');
  const views = useLayerViews(layer, state);
  const { form } = layer.config;
  const { grouping, rest } = views;
  const { group, openGroup } = useOpenGroup(views);
  const textOf = useGroupText(form, grouping);
  const filter = useMemo(() => restFilter(both(rest, group?.query ?? null)), [rest, group]);
  return (
    <div className={classes.data}>
      <ViewBar layer={layer.id} form={form} views={views} />
      <div className={classes.sides} data-grouped={grouping !== null || undefined}>
        {grouping && (
          <div className={classes.groups}>
            <Suspense fallback={<ListSkeleton rows={6} />}>
              <GroupPanel
                key={JSON.stringify([grouping, views.tree])}
                layer={layer.id}
                form={form}
                grouping={grouping}
                query={views.tree}
                open={group}
                onOpen={openGroup}
              />
            </Suspense>
          </div>
        )}
        <div className={classes.table}>
          {group && (
            <p role="status" className={classes.group}>
              {t('of')} <bdi>{textOf(group)}</bdi>
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconX size={16} aria-hidden />}
                onClick={() => openGroup(null)}
              >
                {t('all')}
              </Button>
            </p>
          )}
          <div className={classes.table}>
            <RecordTable layer={layer} height="fill" state={state} {...(filter ? { filter } : {})} {...table} />
          </div>
        </div>
      </div>
    </div>
  );
}
