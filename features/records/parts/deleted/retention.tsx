// How long deleted records can be brought back: told to all who see them, set by superusers.
'use client';
import { Group, Select, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import { useFormat } from '@/lib/i18n/use-format';

const CHOICES = [30, 90, 180, 365] as const;
const FOREVER = 'forever';

export function DeletedRetention() {
  const t = useTranslations('records.deleted.retention');
  const { number } = useFormat();
  const { confirm } = useDialogs();
  const retention = useRead(api.retention.one, {});
  const change = useWrite(api.retention.set);
  const maySet = useMay(api.retention.set.needs);
  if (!retention.data) return null;
  const { days } = retention.data;
  const textOf = (n: number | null) => (n === null ? t('forever') : t('days', { n: number(n) }));
  if (!maySet)
    return (
      <Text size="sm" c="dimmed">
        {days === null ? t('tellForever') : t('tell', { n: number(days) })}
      </Text>
    );
  const choose = async (value: string | null) => {
    const next = value === null || value === FOREVER ? null : Number(value);
    if (next === days) return;
    // Longer takes nothing away; shorter ends what is older.
    if (next !== null && (days === null || next < days)) {
      const n = number(next);
      if (!(await confirm({ title: t('title', { n }), text: t('text', { n }), confirm: t('confirm'), danger: true }))) return; // biome-ignore format: one question
    }
    change.mutate({ body: { days: next } }, { onSuccess: () => toast({ type: 'success', message: t('saved') }) });
  };
  const all = [...new Set<number>([...CHOICES, ...(days === null ? [] : [days])])].sort((a, b) => a - b);
  return (
    <Group gap="xs">
      <Select
        label={t('label')}
        size="xs"
        w={200}
        allowDeselect={false}
        disabled={change.isPending}
        value={days === null ? FOREVER : String(days)}
        data={[{ value: FOREVER, label: textOf(null) }, ...all.map((n) => ({ value: String(n), label: textOf(n) }))]}
        onChange={(value) => void choose(value)}
      />
    </Group>
  );
}
