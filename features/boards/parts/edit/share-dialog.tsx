// Whom a board is for: its owner, some roles, or the organisation; for which roles it opens first; how often it reads again; its lock.
'use client';
import { Button, Group, Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { OptionPick } from '@/components/pickers/option-pick';
import { AUDIENCES, type Board, type BoardPatch, REFRESHES } from '@/contract/schemas/boards/board';
import { useRoleOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';

export interface ShareDialogProps {
  board: Board;
  onClose: () => void;
  onSave: (patch: BoardPatch) => Promise<void>;
}

const SECONDS_OF_MINUTE = 60;

type Draft = Pick<Board, 'label' | 'audience' | 'roles' | 'first_for' | 'refresh' | 'locked'>;

interface PartProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

function AudiencePart({ draft, change, isOwn }: PartProps & { isOwn: boolean }) {
  const t = useTranslations('boards.share');
  const roles = useRoleOptions();
  return (
    <>
      <Radio.Group
        label={t('audience')}
        value={draft.audience}
        onChange={(value) => change({ audience: value as Board['audience'] })}
      >
        <Stack gap={6} mt={6}>
          {AUDIENCES.map((value) => (
            <Radio key={value} value={value} label={t(`audiences.${value}`)} disabled={value === 'own' && !isOwn} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.audience === 'roles' && (
        <OptionPick label={t('roles')} source={roles} value={draft.roles} onChange={(ids) => change({ roles: ids })} />
      )}
      {draft.audience !== 'own' && (
        <OptionPick
          label={t('first')}
          description={t('firstText')}
          source={roles}
          value={draft.first_for}
          onChange={(ids) => change({ first_for: ids })}
        />
      )}
    </>
  );
}

/** What the server is sent: roles that do not count are left out, and a lock is set here and taken off elsewhere. */
const patchOf = ({ locked, ...draft }: Draft): BoardPatch => ({
  ...draft,
  label: draft.label.trim(),
  roles: draft.audience === 'roles' ? draft.roles : [],
  first_for: draft.audience === 'own' ? [] : draft.first_for,
  ...(locked ? { locked } : {}),
});

export function ShareDialog({ board, onClose, onSave }: ShareDialogProps) {
  const t = useTranslations('boards.share');
  const common = useTranslations('common');
  const { number } = useFormat();
  const { label, audience, roles, first_for, refresh, locked } = board;
  const [draft, setDraft] = useState<Draft>({ label, audience, roles, first_for, refresh, locked });
  const change = (part: Partial<Draft>) => setDraft((was) => ({ ...was, ...part }));
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await onSave(patchOf(draft));
    setBusy(false);
  };
  const isShort = draft.label.trim() === '' || (draft.audience === 'roles' && draft.roles.length === 0);
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label={t('label')}
            maxLength={120}
            value={draft.label}
            onChange={(event) => change({ label: event.currentTarget.value })}
          />
          <AudiencePart draft={draft} change={change} isOwn={board.is_own} />
          <Select
            label={t('refresh')}
            clearable
            placeholder={t('byHand')}
            data={REFRESHES.map((seconds) => ({ value: String(seconds), label: t('minutes', { n: number(seconds / SECONDS_OF_MINUTE) }) }))} // biome-ignore format: one line
            value={draft.refresh === null ? null : String(draft.refresh)}
            onChange={(value) => change({ refresh: value === null ? null : (Number(value) as Draft['refresh']) })}
          />
          <Switch
            label={t('locked')}
            description={t('lockedText')}
            checked={draft.locked}
            onChange={(event) => change({ locked: event.currentTarget.checked })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isShort}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
