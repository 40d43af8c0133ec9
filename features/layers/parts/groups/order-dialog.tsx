// The order of groups among themselves; each move is kept at once.
'use client';
import { Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { moveItem } from '@/components/collection/sort-order';
import { Sortable } from '@/components/collection/sortable';
import { ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { call } from '@/lib/api/client';
import { useReadAll } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import classes from './groups.module.css';

export function OrderDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('layerGroups.order');
  const read = useReadAll(api.groups.list);
  const [parent, setParent] = useState<string | null>(null);
  const groups = read.data ?? [];
  const parents = groups.filter(({ id }) => groups.some((one) => one.parent?.id === id));
  const beside = groups.filter((one) => String(one.parent?.id ?? '') === (parent ?? ''));
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('text')}
        </Text>
        {parents.length > 0 && (
          <Select
            label={t('inside')}
            placeholder={t('top')}
            clearable
            data={parents.map(({ id, label }) => ({ value: String(id), label }))}
            value={parent}
            onChange={setParent}
          />
        )}
        {read.isPending && <ListSkeleton rows={6} />}
        {read.error && !read.data && <ErrorState error={read.error} retry={() => void read.refetch()} />}
        {read.data && <Order key={parent} groups={beside} />}
      </Stack>
    </Dialog>
  );
}

/** What was moved stands there before the server says so; where it refuses, all go back. */
function Order({ groups }: { groups: readonly LayerGroup[] }) {
  const t = useTranslations('layerGroups.order');
  const errorText = useErrorText();
  const client = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const [order, setOrder] = useState<readonly number[]>(groups.map(({ id }) => id));
  const queue = useRef(Promise.resolve());
  const byId = new Map(groups.map((group) => [group.id, group]));
  const handleMove = (from: number, to: number) => {
    const next = moveItem(order, from, to);
    const id = next[to] as number;
    setOrder(next);
    // One after the other: each says behind which one it stands.
    queue.current = queue.current
      .then(async () => void (await call(api.groups.move, { params: { id }, body: { after: next[to - 1] ?? null } })))
      .catch((error: unknown) => {
        setOrder(groups.map((group) => group.id));
        toast({ type: 'error', message: errorText(error) });
      })
      .finally(() => void invalidate(client, ['group']));
  };
  return (
    <div ref={frame} className={classes.layers}>
      <Sortable
        label={t('title')}
        items={order.map((id) => ({ id: String(id), label: byId.get(id)?.label ?? '' }))}
        frame={frame}
        onMove={handleMove}
      />
    </div>
  );
}
