// What is done with an account at once, beside the form that changes it: a view of the map, lock, sessions, second factor, deletion.
'use client';
import { Button, Group, Text } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { useAction } from '@/components/feedback/use-action';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { call } from '@/lib/api/client';
import { personName } from '@/lib/i18n/person-name';
import { ArrangementDialog } from './arrangement-dialog';

export function AccountCard({ user, acts }: { user: User; acts: RowAct[] }) {
  const t = useTranslations('users');
  const [isGiving, setGiving] = useState(false);
  const giving = useAction((env: number) => call(api.settings.setEnv, { body: { env, users: [user.id] } }), {
    done: () => t('acts.arrangementDone', { name: personName(user) }),
  });
  return (
    <Card title={t('form.account')} hint={t('form.accountHint')}>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconMap2 size={16} />} onClick={() => setGiving(true)}>
          {t('acts.arrangement')}
        </Button>
        {acts.map(({ id, label, icon, isDanger, run, whyNot }) => (
          <Button
            key={id}
            variant={isDanger ? 'light' : 'default'}
            {...(isDanger ? { color: 'red' } : {})}
            leftSection={icon}
            disabled={Boolean(whyNot)}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Reasons acts={acts} />
      {isGiving && (
        <ArrangementDialog
          onClose={() => setGiving(false)}
          onPick={(env) => {
            setGiving(false);
            void giving.run(env);
          }}
        />
      )}
    </Card>
  );
}

/** Why some of them cannot be done, in words: a button that is off tells nothing to fingers. */
function Reasons({ acts }: { acts: RowAct[] }) {
  const reasons = acts.flatMap(({ label, whyNot }) => (whyNot ? [{ label, whyNot }] : []));
  return reasons.map(({ label, whyNot }) => (
    <Text key={label} size="sm" c="dimmed">
      {label}: {whyNot}
    </Text>
  ));
}
