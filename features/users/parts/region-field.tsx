// The regions that limit what a person sees: from a list, and on a map where each press adds one or takes it away.
'use client';
import { Button, Text } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import { OptionPick } from '@/components/pickers/option-pick';
import type { OptionSource } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './users.module.css';

const RegionMap = lazyPart(() => import('./region-map'));

export interface RegionFieldProps {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  source: OptionSource;
  error?: ReactNode;
}

export function RegionField({ value, onChange, source, error }: RegionFieldProps) {
  const t = useTranslations('users');
  const { number, listed } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const names = value.map((id) => source.known.find((one) => one.id === id)?.label ?? String(id));
  return (
    <div>
      <OptionPick label={t('columns.regions')} value={value} onChange={onChange} source={source} error={error} />
      <Text size="sm" mt={4} role="status">
        {value.length === 0
          ? t('form.everywhereText')
          : t('form.insideText', { n: number(value.length), count: value.length, regions: listed(names) })}
      </Text>
      <Button
        mt="xs"
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        leftSection={<IconMap2 size={16} />}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'form.hideMap' : 'form.showMap')}
      </Button>
      {isOpen && (
        <>
          <Text size="sm" c="dimmed" my="xs">
            {t('form.pickHint')}
          </Text>
          <div className={classes.regionMap}>
            <Suspense>
              <RegionMap value={value} onChange={onChange} />
            </Suspense>
          </div>
        </>
      )}
    </div>
  );
}
