// One line of the system log: everything that is known of it, where its thing is, and what else was done by the same.
'use client';
import { Button, Stack, Title } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ComponentType } from 'react';
import type { SystemLogLine } from '@/contract/schemas/log';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { placeOf, stepsOf } from '../logic/words';
import { Facts } from './facts';
import { useObjectText } from './use-object-text';

/** What a call changed of a record; lent by the records' room. */
export type StepsPart = ComponentType<{ layer: number; record: number; user: number; at: string }>;

export interface LineDetailProps {
  line: SystemLogLine;
  result: string;
  Steps: StepsPart;
  onUser: (id: number) => void;
  onTrace: (text: string) => void;
}

export function LineDetail({ line, result, Steps, onUser, onTrace }: LineDetailProps) {
  const t = useTranslations('journals.system');
  const { date, digits } = useFormat();
  const { user, object, layer, ip, view_as: view } = line;
  const place = placeOf(line);
  const steps = stepsOf(line);
  const objectText = useObjectText();
  const facts: [string, string][] = [
    [t('columns.at'), date(line.date, 'datetime')],
    [t('columns.who'), user ? personName(user) : t('nobody')],
    [t('details.viewAs'), view?.name ?? ''],
    [t('columns.object'), objectText(line)],
    [t('filters.layer'), layer ? (layer.label ?? digits(layer.id)) : ''],
    [t('columns.result'), `${result} (${digits(line.status)})`],
    [t('columns.ip'), ip],
    [t('details.request'), line.request_id],
    [t('details.call'), line.call],
  ];
  return (
    <Stack gap="md">
      <Facts facts={facts} />
      {steps && (
        <Stack gap="xs" component="section" aria-label={t('details.change')}>
          <Title order={3} size="h5">
            {t('details.change')}
          </Title>
          <Steps key={line.id} {...steps} />
        </Stack>
      )}
      <Stack gap="xs" align="flex-start">
        {place && (
          <Button component={Link} href={place} prefetch={false} variant="default">
            {t('details.open')}
          </Button>
        )}
        {user && (
          <Button variant="default" onClick={() => onUser(user.id)}>
            {t('details.same.user')}
          </Button>
        )}
        {ip && (
          <Button variant="default" onClick={() => onTrace(ip)}>
            {t('details.same.ip')}
          </Button>
        )}
        {/^\d+$/.test(object) && (
          <Button variant="default" onClick={() => onTrace(object)}>
            {t('details.same.object')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
