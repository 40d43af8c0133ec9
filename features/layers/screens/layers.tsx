// All layers that this person may see: find one, and whatever can be done with it.
'use client';
import { Button } from '@mantine/core';
import { IconStack2, IconTrash, IconUpload } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields } from '@/components/collection/filter-fields';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { networkError } from '@/lib/api/errors';
import { useReadAll } from '@/lib/api/hooks';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { allows, href, type Who } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { allowedOn } from '../logic/acts';
import { LAYERS_VIEW } from '../logic/view';
import { AccessDialog } from '../parts/access-dialog';
import { type LayerDialog, LayerDialogs, loadTools, type SyncDialog } from '../parts/layer-dialogs';
import { LayerMark } from '../parts/layer-mark';
import { useLayerActs } from '../parts/use-layer-acts';
import { useLayerBulk } from '../parts/use-layer-bulk';
import { useLayerColumns } from '../parts/use-layer-columns';

const ORDERS = ['-id', 'id', 'label', '-label', 'type', '-record_count', '-modified_date'] as const;

function ImportLink() {
  const t = useTranslations('layers');
  return (
    <Button
      component={Link}
      href={href('layerImport', { id: 'upload' })}
      prefetch={false}
      leftSection={<IconUpload size={16} />}
    >
      {t('import')}
    </Button>
  );
}

/** The dialog above the list, and the acts that open one. */
function useLayerDialog() {
  const errorText = useErrorText();
  const [dialog, setDialog] = useState<LayerDialog | null>(null);
  const open = (kind: 'copy' | 'export' | 'sync') => (layer: Layer) => setDialog({ kind, layer });
  const onExport = (layer: Layer) =>
    void loadTools().then(
      () => open('export')(layer),
      () => void toast({ type: 'error', message: errorText(networkError()) }),
    );
  return { dialog, setDialog, openers: { onExport, onCopy: open('copy'), onSync: open('sync') } };
}

/** `who` decides what is offered; the server decides what is done. */
export function LayersScreen({ who, SyncDialog }: { who: Who | null; SyncDialog: SyncDialog }) {
  const t = useTranslations('layers');
  const layers = useCollection(LAYERS_VIEW, 'layers');
  const { view, change } = layers;
  const groups = useReadAll(api.groups.list);
  const groupNames = useMemo(() => new Map((groups.data ?? []).map(({ id, label }) => [id, label])), [groups.data]);
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const columns = useLayerColumns(groupNames);
  const { dialog, setDialog, openers } = useLayerDialog();
  const acts = useLayerActs({
    who,
    onShare: ({ id }) => change({ open: id }),
    ...openers,
  });
  const bulk = useLayerBulk(layers, who, groups.data ?? []);

  return (
    <CollectionPage
      title={t('title')}
      faces={layers}
      primary={allows(who, routes.layerImport.needs) && <ImportLink />}
      actions={
        allows(who, api.layers.restore.needs) && (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDialog({ kind: 'trash' })}>
            {t('trash.open')}
          </Button>
        )
      }
      filters={{
        search: field.search('q', t('search')),
        fields: [
          field.number(
            'type',
            t('columns.kind'),
            Object.values(LAYER_TYPES).map((type) => [type, t(`kinds.${type}`)]),
          ),
          field.number('group', t('columns.groups'), [...groupNames]),
        ],
        order: {
          value: view.order,
          options: ORDERS.map((value) => ({ value, label: t(`orders.${value}`) })),
          onChange: (order) => change({ order: order as typeof view.order }),
        },
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
        acts,
        onMenu: layers.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, LAYERS_VIEW.order) }),
        ...(bulk ? { selection: bulk.bar.selection } : {}),
      }}
      empty={{ icon: <IconStack2 size={24} />, title: t('empty.title'), text: t('empty.text') }}
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
