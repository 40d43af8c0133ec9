// A list of layers and whatever can be done with them: all that this person may see, or those of one group.
'use client';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactElement, useMemo, useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { FilterField } from '@/components/collection/filter-bar';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { type EmptyText, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { networkError } from '@/lib/api/errors';
import { useReadAll } from '@/lib/api/hooks';
import { usePeopleOptions } from '@/lib/collection/options';
import type { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { allows, href, type Who } from '@/lib/routes/rules';
import { allowedOn } from '../logic/acts';
import type { LAYERS_VIEW } from '../logic/view';
import { AccessDialog } from './access-dialog';
import { type LayerDialog, LayerDialogs, loadTools, type SyncDialog } from './layer-dialogs';
import { LayerMark } from './layer-mark';
import { useLayerActs } from './use-layer-acts';
import { useLayerBulk } from './use-layer-bulk';
import { useLayerColumns } from './use-layer-columns';

const ORDERS = ['-id', 'id', 'label', '-label', 'type', '-record_count', '-modified_date', '-bytes'] as const;
type LayerCollection = ReturnType<typeof useCollection<typeof api.layers.list, typeof LAYERS_VIEW.filters, (typeof LAYERS_VIEW.orders)[number]>>; // biome-ignore format: one line

/** The dialog above the list, and the acts that open one. */
function useLayerDialog() {
  const errorText = useErrorText();
  const [dialog, setDialog] = useState<LayerDialog | null>(null);
  const open = (kind: 'copy' | 'export' | 'sync' | 'owner') => (layer: Layer) => setDialog({ kind, layer });
  const onExport = (layer: Layer) =>
    void loadTools().then(
      () => open('export')(layer),
      () => void toast({ type: 'error', message: errorText(networkError()) }),
    );
  return {
    dialog,
    setDialog,
    openers: { onExport, onCopy: open('copy'), onSync: open('sync'), onOwner: open('owner') },
  };
}

type GroupFilters = Pick<LayerCollection['view']['filters'], 'group' | 'grouped'>;
const GROUPED = { any: true, none: false } as const;

/** One group, any, or none: a field for two filters that never hold together. */
function groupField(
  { group, grouped }: GroupFilters,
  names: ReadonlyMap<number, string>,
  t: ReturnType<typeof useTranslations<'layers'>>,
  set: (part: GroupFilters) => void,
): FilterField & { id: string } {
  return {
    id: 'group',
    kind: 'choice',
    label: t('columns.groups'),
    value: group !== null ? String(group) : grouped === null ? null : grouped ? 'any' : 'none',
    options: [
      { value: 'any', label: t('filters.inGroup') },
      { value: 'none', label: t('filters.noGroup') },
      ...[...names].map(([id, label]) => ({ value: String(id), label })),
    ],
    onChange: (value) =>
      set(
        value === 'any' || value === 'none'
          ? { group: null, grouped: GROUPED[value] }
          : { group: value === null ? null : Number(value), grouped: null },
      ),
  };
}

/** What the list is filtered by; the layers of one group are not filtered by groups. */
function useLayerFields(layers: LayerCollection, who: Who | null, groupNames: ReadonlyMap<number, string> | null) {
  const t = useTranslations('layers');
  const { filters } = layers.view;
  const set = (part: Partial<typeof filters>) => layers.change({ filters: part });
  const field = filterFields(filters, set);
  const mayNamePeople = allows(who, api.users.all.needs);
  const people = usePeopleOptions(api.users.all, filters.owner ?? [], mayNamePeople);
  const kinds = Object.values(LAYER_TYPES).map((type) => [type, t(`kinds.${type}`)] as const);
  return {
    search: field.search('q', t('search')),
    fields: [
      field.numbers('type', t('columns.kind'), kinds),
      ...(groupNames ? [groupField(filters, groupNames, t, set)] : []),
      field.flag('supervised', t('columns.supervised'), t('supervised'), t('filters.unsupervised')),
      field.flag('mine', t('filters.mine'), t('filters.own'), t('filters.others')),
      ...(mayNamePeople ? [field.ids('owner', t('columns.owner'), people)] : []),
    ],
  };
}

export interface LayersScreenProps {
  who: Who | null;
  SyncDialog: SyncDialog;
  /** Somebody is about to open the records of a layer. */
  onNear?: (layer: Layer) => void;
}

export interface LayerListProps extends LayersScreenProps {
  title: string;
  layers: LayerCollection;
  isOfGroup?: boolean;
  primary: ReactElement | false;
  empty: EmptyText;
}

export function LayerList(props: LayerListProps) {
  const { who, SyncDialog, onNear, title, layers, isOfGroup = false, primary, empty } = props;
  const t = useTranslations('layers');
  const { view, change, definition } = layers;
  const groups = useReadAll(api.groups.list);
  const groupNames = useMemo(() => new Map((groups.data ?? []).map(({ id, label }) => [id, label])), [groups.data]);
  const columns = useLayerColumns(groupNames);
  const filters = useLayerFields(layers, who, isOfGroup ? null : groupNames);
  const { dialog, setDialog, openers } = useLayerDialog();
  const acts = useLayerActs({
    who,
    onShare: ({ id }) => change({ open: id }),
    ...openers,
    onOwner: allows(who, api.users.all.needs) ? openers.onOwner : null,
  });
  const bulk = useLayerBulk(layers, who, groups.data ?? []);
  const orders = isOfGroup ? (['place', ...ORDERS] as const) : ORDERS;
  return (
    <CollectionPage
      title={title}
      faces={layers}
      primary={primary}
      actions={
        !isOfGroup &&
        allows(who, api.layers.restore.needs) && (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDialog({ kind: 'trash' })}>
            {t('trash.open')}
          </Button>
        )
      }
      filters={{
        ...filters,
        order: orderField({ view, change }, orders, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: {
          title: t('columns.label'),
          order: 'label',
          text: ({ label }) => label,
          icon: (layer) => <LayerMark layer={layer} />,
        },
        columns,
        href: (layer) => (allowedOn(layer, who).records ? href('layerData', { id: layer.id }) : null),
        ...(onNear ? { onNear } : {}),
        acts,
        onMenu: layers.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, definition.order) }),
        ...(bulk ? { selection: bulk.bar.selection } : {}),
      }}
      empty={empty}
      {...(bulk ? { bulk: bulk.bar } : {})}
    >
      {bulk?.dialogs}
      <LayerDialogs dialog={dialog} who={who} SyncDialog={SyncDialog} onClose={() => setDialog(null)} />
      {view.open !== null && (
        <AccessDialog
          layer={view.open}
          label={layers.rows.find(({ id }) => id === view.open)?.label}
          onClose={() => change({ open: null })}
        />
      )}
    </CollectionPage>
  );
}
