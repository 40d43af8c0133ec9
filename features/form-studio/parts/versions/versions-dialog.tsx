// The versions of a form: who changed what and when, and each of them to take up again as an unsaved edit.
'use client';
import { Button, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Timeline } from '@/components/collection/timeline';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import type { FormChange } from '@/contract/form/changes';
import { api } from '@/contract/index';
import type { Field } from '@/contract/schemas/form';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { useChangeWords } from './use-change-words';

/** Changes of one version that are told; the rest is counted. */
const TOLD = 8;

export interface VersionsDialogProps {
  layer: number;
  onOpen: (number: number, form: readonly Field[]) => void;
  onClose: () => void;
}

function Changes({ changes }: { changes: readonly FormChange[] }) {
  const t = useTranslations('formStudio.versions');
  const { number } = useFormat();
  const words = useChangeWords();
  const more = changes.length - TOLD;
  if (changes.length === 0) return <Text size="sm">{t('first')}</Text>;
  return (
    <>
      {changes.slice(0, TOLD).map((change) => (
        <Text key={`${change.kind}/${change.name}`} size="sm">
          {words(change)}
        </Text>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('more', { n: number(more) })}
        </Text>
      )}
    </>
  );
}

export function VersionsDialog({ layer, onOpen, onClose }: VersionsDialogProps) {
  const t = useTranslations('formStudio.versions');
  const { number } = useFormat();
  const params = { id: layer };
  const read = useRead(api.layerForms.versions, { params });
  const { run, isBusy } = useAction((version: number) =>
    call(api.layerForms.version, { params: { id: layer, number: version } }),
  );
  const open = async (version: number) => {
    const one = await run(version);
    if (one) onOpen(version, one.form);
  };
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="lg">
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isLoading && <FormSkeleton fields={3} />}
      {read.data && (
        <Timeline
          label={t('title')}
          entries={read.data.map((version, i) => ({
            id: version.number,
            at: version.at,
            who: version.person ? personName(version.person) : t('nobody'),
            what: t('number', { n: number(version.number) }),
            body: (
              <>
                <Changes changes={version.changes} />
                {i > 0 && (
                  <Button
                    size="compact-sm"
                    variant="light"
                    mt={4}
                    disabled={isBusy}
                    aria-label={t('openOne', { n: number(version.number) })}
                    onClick={() => void open(version.number)}
                  >
                    {t('open')}
                  </Button>
                )}
              </>
            ),
          }))}
        />
      )}
    </Dialog>
  );
}
