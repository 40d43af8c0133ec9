// Name and password of a service: typed and never read again; what is kept can be replaced or removed.
'use client';
import { Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { SecretField } from '@/components/fields/secret-field';
import { FormFields } from '@/components/form/resource-form';
import type { SecretChoice } from '../logic/service-values';
import type { ServiceState } from './use-service';

export function SecretPart({ service }: { service: ServiceState }) {
  const t = useTranslations('layerSources.service');
  const { form } = service.resource;
  const { secret } = form.values;
  const hasKept = service.layer?.config.source.has_secret === true;
  const choose = (next: SecretChoice) => {
    form.setValues({ secret: next, username: '', password: '' });
    service.stale();
  };
  const keep = (
    <Button size="xs" variant="subtle" color="gray" onClick={() => choose('kept')}>
      {t('secret.keep')}
    </Button>
  );
  if (secret === 'kept')
    return (
      <Callout
        action={
          <Group gap={4}>
            <Button size="xs" variant="light" onClick={() => choose('replaced')}>
              {t('secret.replace')}
            </Button>
            <Button size="xs" variant="subtle" color="red" onClick={() => choose('removed')}>
              {t('secret.remove')}
            </Button>
          </Group>
        }
      >
        {t('secret.kept')}
      </Callout>
    );
  if (secret === 'removed') return <Callout action={keep}>{t('secret.removed')}</Callout>;
  return (
    <>
      <FormFields>
        <TextInput
          label={t('username')}
          description={t('signIn')}
          dir="ltr"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('username')}
        />
        <SecretField label={t('password')} description={t('signIn')} dir="ltr" {...form.getInputProps('password')} />
      </FormFields>
      {hasKept && <Callout action={keep}>{t('secret.replaced')}</Callout>}
    </>
  );
}
