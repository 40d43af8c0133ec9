// How long deleted records can be brought back: told to all who see them, set by superusers.
'use client';
import { Group } from '@mantine/core';
import { RetentionPick } from '@/components/pickers/retention-pick';
import { api } from '@/contract/index';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';

const CHOICES = [30, 90, 180, 365] as const;

export function DeletedRetention() {
  const retention = useRead(api.retention.one, {});
  const change = useWrite(api.retention.set);
  const maySet = useMay(api.retention.set.needs);
  if (!retention.data) return null;
  return (
    <Group gap="xs">
      <RetentionPick
        words="records.deleted.retention"
        days={retention.data.days}
        choices={CHOICES}
        maySet={maySet}
        onDays={(days) => change.mutateAsync({ body: { days } })}
      />
    </Group>
  );
}
