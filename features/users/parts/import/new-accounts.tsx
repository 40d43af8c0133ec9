// The accounts that a file has made: their passwords are in this dialog and nowhere else, to be downloaded before it closes.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { Dialog } from '@/components/layout/dialog';
import type { PeopleImported } from '@/contract/schemas/people/import';
import { saveFile } from '@/lib/api/download';
import { csvText } from '@/lib/collection/csv-text';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';

export interface NewAccountsProps {
  accounts: PeopleImported['accounts'];
  hasPasswords: boolean;
  onClose: () => void;
}

export function NewAccounts({ accounts, hasPasswords, onClose }: NewAccountsProps) {
  const t = useTranslations('users.import');
  const { number } = useFormat();
  const { confirm } = useDialogs();
  const [isSaved, setSaved] = useState(!hasPasswords);
  const save = () => {
    const heading = (['name', 'username', 'password', 'address'] as const).map((field) => t(`fields.${field}`));
    const address = `${location.origin}${href('signin')}`;
    const rows = accounts.map(({ name, username, password }) => [name, username, password, address]);
    saveFile(new Blob([csvText([heading, ...rows])], { type: 'text/csv' }), `${t('file')}.csv`);
    setSaved(true);
  };
  const close = async () => {
    const question = { title: t('closeTitle'), text: t('closeText'), confirm: t('closeAnyway'), danger: true };
    if (isSaved || (await confirm(question))) onClose();
  };
  return (
    <Dialog
      opened
      onClose={() => void close()}
      title={t('done', { n: number(accounts.length), count: accounts.length })}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text size="md">{t(hasPasswords ? 'doneText' : 'noPasswords')}</Text>
        <Group gap="xs">
          {hasPasswords && (
            <Button data-autofocus leftSection={<IconDownload size={16} />} onClick={save}>
              {t('download')}
            </Button>
          )}
          <Button variant="default" onClick={() => void close()}>
            {t('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
