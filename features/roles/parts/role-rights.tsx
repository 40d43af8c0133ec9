// The rights of a role on layers as a matrix, those on layers that are still to come, and which layers are in sight.
'use client';
import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { Matrix } from '@/components/collection/matrix';
import type { MatrixColumn } from '@/components/collection/matrix-cells';
import { Callout } from '@/components/feedback/callout';
import { ComputerHint } from '@/components/feedback/computer-hint';
import { EmptyState, ErrorState, TableSkeleton } from '@/components/feedback/states';
import { RIGHTS } from '@/contract/schemas/user';
import { useFormat } from '@/lib/i18n/use-format';
import { type AccessFilter, filterLines, isBeyond, ticksOf } from '../logic/rights';
import classes from './roles.module.css';
import type { RoleMatrix } from './use-role-matrix';

const NO_ROWS: ReadonlySet<string> = new Set();
const FILTERS = ['all', 'with', 'without'] as const satisfies readonly AccessFilter[];

export function RoleRights({ matrix }: { matrix: RoleMatrix }) {
  const t = useTranslations('roles.rights');
  if (matrix.readError) return <ErrorState error={matrix.readError} retry={matrix.retry} />;
  if (matrix.isPending) return <TableSkeleton rows={10} columns={RIGHTS.length + 1} />;
  if (matrix.lines.length === 0) return <EmptyState title={t('noLayer')} noAct="final" />;
  return <Rights matrix={matrix} />;
}

function Rights({ matrix }: { matrix: RoleMatrix }) {
  const t = useTranslations('roles.rights');
  const rightName = useTranslations('roles.right');
  const { number } = useFormat();
  const { lines, byLayer, edits, joined } = matrix;
  const [search, setSearch] = useState('');
  // A role without any layer begins with those that it could have.
  const [access, setAccess] = useState<AccessFilter>(() => (lines.some(({ view }) => view) ? 'all' : 'without'));
  const [selected, setSelected] = useState(NO_ROWS);
  const visible = useMemo(() => filterLines(lines, edits, { search, access }), [lines, edits, search, access]);
  const value = useMemo(() => ticksOf(lines, edits), [lines, edits]);
  const rows = useMemo(
    () => visible.map(({ layer, label, layer_group }) => ({ id: String(layer), label, ...(layer_group ? { group: layer_group } : {}) })), // biome-ignore format: one line
    [visible],
  );
  const setColumn = (column: string, ids: Iterable<string>, isOn: boolean) =>
    matrix.change(
      [...ids]
        .filter((row) => value.get(row)?.has(column) !== isOn && !(isOn && isBeyond(byLayer.get(Number(row)), column)))
        .map((row) => ({ row, column, isOn })),
    );
  const columnActs = ({ id }: MatrixColumn): RowAct[] => {
    const inSight = rows.map((row) => row.id);
    const over = (ids: readonly string[], isOn: boolean, label: string, group: string): RowAct => ({ id: label, label, group, run: () => setColumn(id, ids, isOn) }); // biome-ignore format: one act
    return [
      over(inSight, true, t('giveAll', { n: number(inSight.length) }), 'all'),
      over(inSight, false, t('takeAll', { n: number(inSight.length) }), 'all'),
      ...(selected.size > 0
        ? [
            over([...selected], true, t('giveSelected', { n: number(selected.size) }), 'selected'),
            over([...selected], false, t('takeSelected', { n: number(selected.size) }), 'selected'),
          ]
        : []),
    ];
  };
  return (
    <Stack gap="md">
      <ComputerHint />
      {joined > 0 && <Callout kind="caution">{t('joined', { n: number(joined), count: joined })}</Callout>}
      <div className={classes.bar}>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t('filter')}
          value={access}
          onChange={(next) => setAccess(next as AccessFilter)}
          data={FILTERS.map((id) => ({ value: id, label: t(`filters.${id}`) }))}
        />
        {selected.size > 0 && (
          <Button variant="subtle" onClick={() => setSelected(NO_ROWS)}>
            {t('clearSelection', { n: number(selected.size) })}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <Nothing isSearch={search.trim() !== ''} access={access} onClear={() => setSearch('')} onAccess={setAccess} />
      ) : (
        <Matrix
          label={t('title')}
          head={t('layer')}
          columns={RIGHTS.map((id) => ({ id, label: rightName(id) }))}
          rows={rows}
          value={value}
          onChange={matrix.change}
          disabledReason={(row, column) => (isBeyond(byLayer.get(Number(row)), column) ? t('beyond') : null)}
          selection={{ rows: selected, onChange: setSelected }}
          columnActs={columnActs}
          maxHeight="58vh"
        />
      )}
    </Stack>
  );
}

function Nothing({
  isSearch,
  access,
  onClear,
  onAccess,
}: {
  isSearch: boolean;
  access: AccessFilter;
  onClear: () => void;
  onAccess: (access: AccessFilter) => void;
}) {
  // biome-ignore format: one line
  const t = useTranslations('roles.rights');
  const list = useTranslations('common.list');
  const button = (label: string, run: () => void) => (
    <Group>
      <Button variant="default" onClick={run}>
        {label}
      </Button>
    </Group>
  );
  if (isSearch) return <EmptyState title={list('nothingTitle')} action={button(t('clearSearch'), onClear)} />;
  return access === 'with' ? (
    <EmptyState title={t('none')} action={button(t('addLayers'), () => onAccess('without'))} />
  ) : (
    <EmptyState title={t('hasAll')} action={button(t('showAll'), () => onAccess('all'))} />
  );
}
