// To which member a cell is handed.
'use client';
import { Button, Stack } from '@mantine/core';
import { Dialog } from '@/components/layout/dialog';
import type { Person } from '@/contract/schemas/session';
import { personName } from '@/lib/i18n/person-name';

export interface HandDialogProps {
  title: string;
  members: readonly Person[];
  onPick: (member: number) => void;
  onClose: () => void;
}

export function HandDialog({ title, members, onPick, onClose }: HandDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size={360}>
      <Stack gap="xs">
        {members.map((person) => (
          <Button
            key={person.id}
            variant="default"
            justify="start"
            onClick={() => {
              onPick(person.id);
              onClose();
            }}
          >
            <bdi>{personName(person)}</bdi>
          </Button>
        ))}
      </Stack>
    </Dialog>
  );
}
