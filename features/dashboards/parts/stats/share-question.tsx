// Whom a saved question is for: its owner, some roles, or the organisation. Whoever opens it sees what they may see.
'use client';
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract';
import { AUDIENCES } from '@/contract/schemas/boards/board';
import type { SavedQuestion } from '@/contract/schemas/boards/question';
import { useWrite } from '@/lib/api/hooks';
import { ifMatch } from '@/lib/api/use-resource';
import { useRoleOptions } from '@/lib/collection/options';

export interface ShareQuestionProps {
  question: SavedQuestion;
  onClose: () => void;
}

export default function ShareQuestion({ question, onClose }: ShareQuestionProps) {
  const t = useTranslations('dashboards.stats.sharing');
  const common = useTranslations('common');
  const options = useRoleOptions();
  const [audience, setAudience] = useState(question.audience);
  const [roles, setRoles] = useState<readonly number[]>(question.roles);
  const edit = useWrite(api.questions.edit);
  const saving = useAction(
    () =>
      edit.mutateAsync({
        params: { id: question.id },
        body: { audience, roles: audience === 'roles' ? [...roles] : [] },
        options: ifMatch(`"${question.version}"`),
      }),
    { done: ({ label }) => t('done', { name: label }) },
  );
  return (
    <Dialog opened onClose={onClose} title={t('title', { name: question.label })}>
      <form
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          if (await saving.run(undefined)) onClose();
        }}
      >
        <Stack gap="md">
          <Radio.Group
            label={t('audience')}
            description={t('text')}
            value={audience}
            onChange={(value) => setAudience(value as SavedQuestion['audience'])}
          >
            <Stack gap={6} mt={6}>
              {AUDIENCES.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`audiences.${value}`)}
                  disabled={value === 'own' && !question.is_own}
                />
              ))}
            </Stack>
          </Radio.Group>
          {audience === 'roles' && (
            <OptionPick label={t('roles')} source={options} value={[...roles]} onChange={setRoles} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={saving.isBusy} disabled={audience === 'roles' && roles.length === 0}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
