// A key that is made, or changed; the secret of a new one is told once.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { NewPublishKey, type PublishKey, PublishKeyEdit, type PublishKeySecret } from '@/contract/schemas/publish/key';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { ifMatch } from '@/lib/api/use-resource';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { today } from '@/lib/i18n/dates';
import { isolate } from '@/lib/i18n/isolate';
import { type KeyValues, NEW_KEY, valuesOf } from '../../logic/key-values';
import { KeyForm } from './key-form';
import { SecretDialog } from './secret-dialog';
import { usePublished } from './use-layer-choices';

export function NewKey({ onClose }: { onClose: () => void }) {
  const choices = usePublished();
  const client = useQueryClient();
  const [key, setKey] = useState<PublishKeySecret | null>(null);
  const resource = useResourceForm<KeyValues, PublishKeySecret>({
    initial: { values: NEW_KEY, etag: null },
    isNew: true,
    schema: NewPublishKey,
    send: (body) => call(api.publishKeys.create, { body }),
    onSaved: (saved) => {
      void invalidate(client, ['publish']);
      setKey(saved);
    },
  });
  return key ? (
    <SecretDialog name={key.label} secret={key.secret} onClose={onClose} />
  ) : (
    <KeyForm resource={resource} choices={choices} isNew onClose={onClose} />
  );
}

const etagOf = ({ version }: PublishKey) => `"${version}"`;

export function EditKey({ of, onClose }: { of: PublishKey; onClose: () => void }) {
  const choices = usePublished();
  const t = useTranslations('publish.key');
  const client = useQueryClient();
  const [initial] = useState({ values: valuesOf(of, today()), etag: etagOf(of) });
  const resource = useResourceForm<KeyValues, PublishKey>({
    initial,
    schema: PublishKeyEdit,
    send: (body, etag) => call(api.publishKeys.edit, { params: { id: of.id }, body }, ifMatch(etag)),
    reload: async () => {
      const keys = await call(api.publishKeys.list, { query: { search: of.id } });
      const now = keys.find(({ id }) => id === of.id) ?? of;
      return { values: valuesOf(now, today()), etag: etagOf(now) };
    },
    onSaved: ({ label }) => {
      void invalidate(client, ['publish']);
      toast({ type: 'success', message: t('saved', { name: isolate(label) }) });
      onClose();
    },
  });
  return <KeyForm resource={resource} choices={choices} isNew={false} onClose={onClose} />;
}
