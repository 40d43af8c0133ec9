// Who receives a notice: people, roles, regions, projects, those who are online; how many that are, and who is left out.
'use client';
import { Checkbox, Pill, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import type { Audience, AudienceCount } from '@/contract/schemas/message';
import { call } from '@/lib/api/client';
import type { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { usePeopleOptions, useRegionOptions, useRoleOptions } from '@/lib/collection/options';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { type AudienceValues, toAudience } from '../../logic/audience';
import classes from '../notices.module.css';
import { useProjectOptions } from './use-project-options';

const PAUSE_MS = 300;

const countQuery = (audience: Audience | null) => ({
  queryKey: keyOf(api.messages.previewNotice, { audience }),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(api.messages.previewNotice, { body: { audience: audience ?? {} } }, { signal }),
});

/** Asks how many would receive it now. Throws CallError. */
export function useCountNow() {
  const client = useQueryClient();
  return (values: AudienceValues): Promise<AudienceCount> => client.fetchQuery(countQuery(toAudience(values)));
}

function Sum({ values }: { values: AudienceValues }) {
  const t = useTranslations('messages.notices');
  const { number, listed } = useFormat();
  const errorText = useErrorText();
  const [settled] = useDebouncedValue(values, PAUSE_MS);
  const audience = toAudience(settled);
  const { data: count, error } = useQuery<AudienceCount, CallError>({
    ...countQuery(audience),
    enabled: audience !== null,
    placeholderData: (previous) => previous,
  });
  if (!audience) return <p className={classes.sum}>{t('nobodyYet')}</p>;
  if (error)
    return (
      <p className={classes.sum} role="alert">
        {errorText(error)}
      </p>
    );
  if (!count) return <Skeleton h={20} />;
  const names = listed(count.first.map((person) => personName(person)));
  return (
    <div className={classes.sum} role="status">
      <strong>{t('sum', { n: number(count.count), count: count.count })}</strong>
      {count.locked > 0 && <span>{t('sumLocked', { n: number(count.locked), count: count.locked })}</span>}
      {count.count > 0 && (
        <span className={classes.dim}>
          <bdi>{count.count > count.first.length ? t('namesMore', { names }) : names}</bdi>
        </span>
      )}
    </div>
  );
}

export interface AudienceFieldsProps {
  values: AudienceValues;
  onChange: (part: Partial<AudienceValues>) => void;
}

export function AudienceFields({ values, onChange }: AudienceFieldsProps) {
  const t = useTranslations('messages.notices');
  const common = useTranslations('common');
  const people = usePeopleOptions(api.users.all, values.users);
  const except = usePeopleOptions(api.users.all, values.except);
  const roles = useRoleOptions();
  const regions = useRegionOptions();
  const projects = useProjectOptions();
  const { unreadOf } = values;
  const earlier = useRead(api.messages.notice, { params: { id: unreadOf ?? 0 } }, { enabled: unreadOf !== null }).data;
  return (
    <Card title={t('to')}>
      <div className={classes.fields}>
        {unreadOf !== null && (
          <Pill
            withRemoveButton
            removeButtonProps={{ 'aria-label': common('clear'), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => onChange({ unreadOf: null })}
          >
            {t('unreadOf', { subject: earlier?.subject ?? '' })}
          </Pill>
        )}
        <OptionPick label={t('users')} value={values.users} onChange={(users) => onChange({ users })} source={people} />
        <OptionPick
          label={t('roles')}
          value={values.roles}
          onChange={(list) => onChange({ roles: list })}
          source={roles}
        />
        <OptionPick
          label={t('regions')}
          value={values.regions}
          onChange={(list) => onChange({ regions: list })}
          source={regions}
        />
        <OptionPick
          label={t('projects')}
          value={values.projects}
          onChange={(list) => onChange({ projects: list })}
          source={projects}
        />
        <Checkbox
          label={t('online')}
          description={t('onlineHint')}
          checked={values.online}
          onChange={(event) => onChange({ online: event.currentTarget.checked })}
        />
        <OptionPick
          label={t('except')}
          value={values.except}
          onChange={(list) => onChange({ except: list })}
          source={except}
        />
        <Sum values={values} />
      </div>
    </Card>
  );
}
