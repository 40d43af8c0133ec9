// Connections to foreign databases that are known to work: made, tried, changed, removed.
'use client';
import { Button } from '@mantine/core';
import { IconDatabase, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { Connection } from '@/contract/schemas/database';
import { type Resource, readResource } from '@/lib/api/use-resource';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { CONNECTIONS_VIEW } from '../logic/connections-view';
import { ConnectionDrawer } from '../parts/database/connection-drawer';
import { useConnectionActs } from '../parts/database/use-connection-acts';
import { useConnectionColumns } from '../parts/database/use-connection-columns';

const ORDERS = ['label', '-label', '-id'] as const;

/** The drawer: for a new connection, or for one as the server has it now. */
function useDrawer() {
  const errorText = useErrorText();
  const [drawer, setDrawer] = useState<{ saved?: Resource<Connection> } | null>(null);
  const edit = (id: number) =>
    void readResource(api.databases.one, { params: { id } }).then(
      (saved) => setDrawer({ saved }),
      (error: unknown) => void toast({ type: 'error', message: errorText(error) }),
    );
  return { drawer, create: () => setDrawer({}), edit, close: () => setDrawer(null) };
}

export function DatabaseConnectionsScreen() {
  const t = useTranslations('layerSources.connections');
  const connections = useCollection(CONNECTIONS_VIEW, 'databaseConnections');
  const { view, change } = connections;
  const { drawer, create, edit, close } = useDrawer();
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const columns = useConnectionColumns();
  const acts = useConnectionActs(edit);
  useHotkeys('screen', [{ keys: 'KeyN', run: create }]);
  return (
    <CollectionPage
      title={t('title')}
      faces={connections}
      primary={
        <Button leftSection={<IconPlus size={16} />} onClick={create}>
          {t('create')}
        </Button>
      }
      filters={{
        search: field.search('q', t('search')),
        fields: [],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.label'), order: 'label', text: ({ label }) => label },
        columns,
        onOpen: ({ id }) => edit(id),
        acts,
        onMenu: connections.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key as 'label', CONNECTIONS_VIEW.order) }),
      }}
      empty={{ icon: <IconDatabase size={24} />, title: t('empty.title'), text: t('empty.text') }}
    >
      {drawer && (
        <ConnectionDrawer
          {...drawer}
          onClose={close}
          onSaved={({ label }) => {
            toast({ type: 'success', message: t('saved', { label }) });
            close();
          }}
        />
      )}
    </CollectionPage>
  );
}
