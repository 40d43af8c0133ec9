// The map as one person sees it: the union of their regions clear, the rest dimmed.
'use client';
import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import type { Geometry } from '@/contract/schemas/common';
import { useRead } from '@/lib/api/hooks';
import { usePeopleOptions } from '@/lib/collection/options';
import classes from '../regions.module.css';

/** Regions of one person that are joined. */
const MAX_REGIONS = 200;

export interface Sight {
  /** Undefined while nobody is looked at so, or it is being read; null: everything is seen. */
  ground: Geometry | null | undefined;
  isReading: boolean;
}

export function useSight(person: number | null): Sight {
  const regions = useRead(
    api.regions.list,
    { query: { person: person ?? 1, limit: MAX_REGIONS } },
    { enabled: person !== null },
  );
  const ids = person === null ? [] : (regions.data?.results ?? []).map(({ id }) => id);
  const body = { act: 'union' as const, of: ids.map((region) => ({ region })) };
  const union = useRead(api.regions.shape, { body }, { enabled: ids.length > 0 });
  if (person === null) return { ground: undefined, isReading: false };
  if (regions.data && ids.length === 0) return { ground: null, isReading: false };
  return { ground: union.data?.shapes[0]?.geometry, isReading: !union.data };
}

export function SightBar({
  person,
  sight,
  onPerson,
}: {
  person: number | null;
  sight: Sight;
  onPerson: (person: number | null) => void;
}) {
  const t = useTranslations('regions.sight');
  const options = usePeopleOptions(api.users.all, person === null ? [] : [person]);
  return (
    <div className={classes.sight}>
      <OptionPick
        label={t('label')}
        isBare
        placeholder={person === null ? t('label') : ''}
        source={options}
        value={person === null ? [] : [person]}
        onChange={([next]) => onPerson(next ?? null)}
        max={1}
      />
      {person !== null && (
        <>
          <span role="status" className={classes.sightText}>
            {sight.isReading ? t('reading') : t(sight.ground === null ? 'everywhere' : 'clear')}
          </span>
          <Button size="xs" variant="default" leftSection={<IconEyeOff size={14} />} onClick={() => onPerson(null)}>
            {t('end')}
          </Button>
        </>
      )}
    </div>
  );
}
