// Several regions as one: whether they stay beside it, or end in one of them.
'use client';
import { Button, Group, Radio, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../regions.module.css';

export interface UnionDialogProps {
  regions: readonly RegionBranch[];
  /** The region that the others end in; null makes a new one. */
  onJoin: (into: number | null) => void;
  onClose: () => void;
}

export function UnionDialog({ regions, onJoin, onClose }: UnionDialogProps) {
  const t = useTranslations('regions.union');
  const { number } = useFormat();
  const [how, setHow] = useState<'new' | 'into'>('new');
  // Whoever most people are bound to stays, as a first guess.
  const [into, setInto] = useState(() => [...regions].sort((a, b) => b.people - a.people)[0]?.id ?? null);
  return (
    <Dialog opened onClose={onClose} title={t('title', { n: number(regions.length) })}>
      <div className={classes.stack}>
        <Radio.Group aria-label={t('how')} value={how} onChange={(next) => setHow(next as typeof how)}>
          <div className={classes.stack}>
            <Radio value="new" label={t('new')} description={t('newHint')} />
            <Radio value="into" label={t('into')} description={t('intoHint')} />
          </div>
        </Radio.Group>
        {how === 'into' && (
          <Select
            label={t('which')}
            searchable
            allowDeselect={false}
            data={regions.map(({ id, label, code }) => ({
              value: String(id),
              label: code ? `${label} (${code})` : label,
            }))}
            value={into === null ? null : String(into)}
            onChange={(next) => setInto(next === null ? null : Number(next))}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button onClick={() => onJoin(how === 'into' ? into : null)}>{t('join')}</Button>
        </Group>
      </div>
    </Dialog>
  );
}
