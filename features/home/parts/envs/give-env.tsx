// Whom an arrangement of the map is copied to.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract';
import type { Env } from '@/contract/schemas/settings';
import { useWrite } from '@/lib/api/hooks';
import { usePeopleOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';

/** Copies an arrangement to others. */
export function GiveEnv({ env, onDone }: { env: Env; onDone: () => void }) {
  const t = useTranslations('home.env');
  const text = useErrorText();
  const { number } = useFormat();
  const source = usePeopleOptions(api.users.all);
  const common = useTranslations('common.people');
  const give = useWrite(api.settings.setEnv);
  const [people, setPeople] = useState<number[]>([]);
  const run = async () => {
    try {
      const { count } = await give.mutateAsync({ body: { env: env.id, users: people } });
      toast({ type: 'success', message: t('given', { name: env.label, count: number(count), number: count }) });
      onDone();
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t('giveText', { name: env.label })}</Text>
      <OptionPick
        autoFocus
        label={t('people')}
        placeholder={common('placeholder')}
        nothing={common('nobody')}
        value={people}
        onChange={setPeople}
        source={source}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {t('back')}
        </Button>
        <Button disabled={people.length === 0} loading={give.isPending} onClick={() => void run()}>
          {t('give')}
        </Button>
      </Group>
    </Stack>
  );
}
