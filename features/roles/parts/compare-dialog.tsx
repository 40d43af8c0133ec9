// Two roles side by side: modules, permissions and rights on layers; all of it, or only what differs.
'use client';
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DiffTable } from '@/components/diff-table';
import { EmptyState, ErrorState, TableSkeleton } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { Role } from '@/contract/schemas/user';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { compareDefaults, compareLayers, compareModules, comparePerms, type Pair } from '../logic/compare';
import { useCatalogue } from './use-catalogue';

/** Lines of a part that stand on screen at first, and that each press adds. */
const PAGE = 100;

export interface CompareDialogProps {
  role: Role;
  onClose: () => void;
}

export function CompareDialog({ role, onClose }: CompareDialogProps) {
  const t = useTranslations('roles.compare');
  const names = useRead(api.roles.names, {});
  const [other, setOther] = useState<number | null>(null);
  const [isDifferent, setDifferent] = useState(true);
  return (
    <Dialog opened onClose={onClose} title={t('title', { name: role.name })} size="xl">
      <Stack gap="md">
        <Group gap="md" align="end">
          <Select
            data-autofocus
            searchable
            label={t('other')}
            data={(names.data ?? []).filter(({ id }) => id !== role.id).map(({ id, name }) => ({ value: String(id), label: name }))} // biome-ignore format: one line
            value={other === null ? null : String(other)}
            onChange={(id) => setOther(id === null ? null : Number(id))}
          />
          <Switch
            mb={6}
            label={t('onlyDifferent')}
            checked={isDifferent}
            onChange={(event) => setDifferent(event.currentTarget.checked)}
          />
        </Group>
        {other === null ? (
          <Text size="sm" c="dimmed">
            {t('pick')}
          </Text>
        ) : (
          <Comparison one={role.id} other={other} isDifferent={isDifferent} />
        )}
      </Stack>
    </Dialog>
  );
}

function Comparison({ one, other, isDifferent }: { one: number; other: number; isDifferent: boolean }) {
  const t = useTranslations('roles');
  const { listed } = useFormat();
  const { moduleIds, permIds, moduleName, permName } = useCatalogue();
  const reads = [
    useRead(api.roles.one, { params: { id: one } }),
    useRead(api.roles.one, { params: { id: other } }),
  ] as const;
  const matrices = [
    useRead(api.roles.layerPermissions, { query: { group: one } }),
    useRead(api.roles.layerPermissions, { query: { group: other } }),
  ] as const;
  const all = [...reads, ...matrices];
  const failed = all.find(({ error }) => error);
  if (failed)
    return <ErrorState error={failed.error} retry={() => void Promise.all(all.map((read) => read.refetch()))} />;
  const [first, second] = [reads[0].data, reads[1].data];
  const [lines, otherLines] = [matrices[0].data, matrices[1].data];
  if (!first || !second || !lines || !otherLines) return <TableSkeleton rows={6} columns={3} />;
  const rightName = (right: string) => t(`right.${right as 'view'}`);
  const has = (isOn: boolean) => t(isOn ? 'compare.has' : 'compare.hasNot');
  const flagRows = (pairs: Pair<boolean>[], label: (id: string) => string) =>
    pairs.map((pair) => ({ ...pair, label: label(pair.id), before: has(pair.one), after: has(pair.other) }));
  const list = (rights: readonly string[]) => (rights.length > 0 ? listed(rights.map(rightName)) : has(false));
  const parts = [
    { id: 'modules', rows: flagRows(compareModules(moduleIds, first, second), (id) => moduleName(Number(id))) },
    { id: 'perms', rows: flagRows(comparePerms(permIds, first, second), permName) },
    { id: 'defaults', rows: flagRows(compareDefaults(first, second), rightName) },
    { id: 'layers', rows: compareLayers(lines, otherLines).map((pair) => ({ ...pair, before: list(pair.one), after: list(pair.other) })) }, // biome-ignore format: one part
  ] as const;
  const visible = parts.map((part) => ({ ...part, rows: part.rows.filter(({ isSame }) => !isDifferent || !isSame) })).filter(({ rows }) => rows.length > 0); // biome-ignore format: one line
  if (visible.length === 0)
    return <EmptyState title={t(isDifferent ? 'compare.same' : 'compare.nothing')} noAct="final" />;
  return (
    <Stack gap="lg">
      {visible.map(({ id, rows }) => (
        <Part
          key={id}
          title={t(`compare.${id}`)}
          heads={{ field: t(`compare.${id}`), before: first.name, after: second.name }}
          rows={rows}
        />
      ))}
    </Stack>
  );
}

function Part({
  title,
  heads,
  rows,
}: {
  title: string;
  heads: { field: string; before: string; after: string };
  rows: readonly { id: string; label: string; before: string; after: string }[];
}) {
  // biome-ignore format: one line
  const t = useTranslations('roles.compare');
  const { number } = useFormat();
  const [size, setSize] = useState(PAGE);
  const rest = rows.length - size;
  return (
    <div>
      <DiffTable label={title} heads={heads} rows={rows.slice(0, size)} />
      {rest > 0 && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setSize(size + PAGE)}>
          {t('more', { n: number(rest) })}
        </Button>
      )}
    </div>
  );
}
