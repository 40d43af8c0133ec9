// People for several regions at once.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import { usePeopleOptions } from '@/lib/collection/options';
import classes from '../regions.module.css';

export function PeopleDialog({
  count,
  onGive,
  onClose,
}: {
  count: number;
  onGive: (people: number[]) => void;
  onClose: () => void;
}) {
  const t = useTranslations('regions.bulk');
  const [people, setPeople] = useState<number[]>([]);
  const options = usePeopleOptions(api.users.all);
  return (
    <Dialog opened onClose={onClose} title={t('peopleTitle', { count })}>
      <div className={classes.stack}>
        <OptionPick
          label={t('choosePeople')}
          source={options}
          value={people}
          onChange={setPeople}
          max={500}
          autoFocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button disabled={people.length === 0} onClick={() => onGive(people)}>
            {t('give')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
