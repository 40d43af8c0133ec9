// How long lines of the system log stay: told to all who read it, set by superusers.
'use client';
import { RetentionPick } from '@/components/pickers/retention-pick';
import { api } from '@/contract/index';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';

const CHOICES = [180, 365, 730, 1825] as const;

export function LogDays() {
  const retention = useRead(api.logs.retention, {});
  const change = useWrite(api.logs.setRetention);
  const maySet = useMay(api.logs.setRetention.needs);
  if (!retention.data) return null;
  return (
    <RetentionPick
      words="journals.system.retention"
      days={retention.data.days}
      choices={CHOICES}
      maySet={maySet}
      onDays={(days) => change.mutateAsync({ body: { days } })}
    />
  );
}
