// One's own key that is made, or changed; the secret of a new one is told once.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { NewOwnKey, type OwnKey, OwnKeyEdit, type OwnKeySecret } from '@/contract/schemas/publish/key';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { ifMatch } from '@/lib/api/use-resource';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { today } from '@/lib/i18n/dates';
import { isolate } from '@/lib/i18n/isolate';
import { type KeyValues, NEW_KEY, valuesOf, withoutRegions } from '../../logic/key-values';
import { KeyForm } from '../keys/key-form';
import { SecretDialog } from '../keys/secret-dialog';
import { useOwnLayers } from '../keys/use-layer-choices';

export function NewOwnKeyDialog({ onClose }: { onClose: () => void }) {
  const choices = useOwnLayers();
  const client = useQueryClient();
  const [key, setKey] = useState<OwnKeySecret | null>(null);
  const resource = useResourceForm<KeyValues, OwnKeySecret>({
    initial: { values: NEW_KEY, etag: null },
    isNew: true,
    schema: NewOwnKey,
    toBody: withoutRegions,
    send: (body) => call(api.ownKeys.create, { body }),
    onSaved: (saved) => {
      void invalidate(client, ['publish']);
      setKey(saved);
    },
  });
  return key ? (
    <SecretDialog name={key.label} secret={key.secret} onClose={onClose} />
  ) : (
    <KeyForm resource={resource} choices={choices} isNew isOwn onClose={onClose} />
  );
}

const toStanding = (key: OwnKey) => ({ values: valuesOf(key, today()), etag: `"${key.version}"` });

export function EditOwnKey({ of, onClose }: { of: OwnKey; onClose: () => void }) {
  const choices = useOwnLayers();
  const t = useTranslations('publish.key');
  const client = useQueryClient();
  const [initial] = useState(() => toStanding(of));
  const resource = useResourceForm<KeyValues, OwnKey>({
    initial,
    schema: OwnKeyEdit,
    toBody: withoutRegions,
    send: (body, etag) => call(api.ownKeys.edit, { params: { id: of.id }, body }, ifMatch(etag)),
    reload: async () => {
      const keys = await call(api.ownKeys.list, {});
      return toStanding(keys.find(({ id }) => id === of.id) ?? of);
    },
    onSaved: ({ label }) => {
      void invalidate(client, ['publish']);
      toast({ type: 'success', message: t('saved', { name: isolate(label) }) });
      onClose();
    },
  });
  return <KeyForm resource={resource} choices={choices} isNew={false} isOwn onClose={onClose} />;
}
