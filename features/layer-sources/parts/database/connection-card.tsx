// Which database: connections by name, with a dot for how each did last.
'use client';
import { Button, Select } from '@mantine/core';
import { IconDatabase, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState, ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import type { ListedConnection } from '@/contract/schemas/database';
import { ConnectionDrawer } from './connection-drawer';
import classes from './database.module.css';
import type { DatabaseState } from './use-database';

function StateDot({ state }: { state: ListedConnection['state'] }) {
  const t = useTranslations('layerSources.database.states');
  return <span className={classes.dot} data-state={state} role="img" aria-label={t(state)} title={t(state)} />;
}

export interface ConnectionCardProps {
  database: DatabaseState;
  /** They may make connections. */
  isSuperuser: boolean;
}

export function ConnectionCard({ database, isSuperuser }: ConnectionCardProps) {
  const t = useTranslations('layerSources.database');
  const { connections, resource, chooseConnection } = database;
  const { form } = resource;
  const [isOpen, setOpen] = useState(false);
  const rows = connections.data?.results ?? [];
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  const current = byId.get(String(form.values.arcsde));
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
      {t('newConnection')}
    </Button>
  );
  const body = () => {
    if (connections.error && !connections.data)
      return <ErrorState error={connections.error} retry={() => void connections.refetch()} />;
    if (!connections.data) return <FormSkeleton fields={1} />;
    if (rows.length === 0) {
      const words = { icon: <IconDatabase size={24} />, title: t('noConnections'), text: t(isSuperuser ? 'noConnectionsText' : 'askForConnection') }; // biome-ignore format: one line
      return isSuperuser ? <EmptyState {...words} action={add} /> : <EmptyState {...words} noAct="final" />;
    }
    return (
      <Select
        label={t('connection')}
        placeholder={t('connectionHint')}
        data={rows.map(({ id, label }) => ({ value: String(id), label }))}
        value={form.values.arcsde === null ? null : String(form.values.arcsde)}
        allowDeselect={false}
        searchable={rows.length > 10}
        onChange={(id) => chooseConnection(id === null ? null : Number(id))}
        leftSection={current && <StateDot state={current.state} />}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <StateDot state={byId.get(option.value)?.state ?? 'new'} />
            <bdi>{option.label}</bdi>
          </span>
        )}
        error={form.errors.arcsde}
        data-path="arcsde"
      />
    );
  };
  return (
    <Card title={t('connectionTitle')} action={isSuperuser && rows.length > 0 && add}>
      {body()}
      {isOpen && (
        <ConnectionDrawer
          onClose={() => setOpen(false)}
          onSaved={({ id }) => {
            setOpen(false);
            chooseConnection(id);
          }}
        />
      )}
    </Card>
  );
}
