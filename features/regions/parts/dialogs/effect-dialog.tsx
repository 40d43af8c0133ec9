// What a shape would change, before it is saved: for whom, and which records leave and newly come in.
'use client';
import { Button, Group, Table } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { Geometry } from '@/contract/schemas/common';
import type { Region } from '@/contract/schemas/region';
import type { RegionEffect } from '@/contract/schemas/regions/reach';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../regions.module.css';

const MAX_LAYERS = 20;
const MAX_NAMES = 3;

export interface EffectDialogProps {
  region: Region;
  /** Null: the region is to go. */
  geometry: Geometry | null;
  /** Parts of a split that become regions of their own. */
  others: number;
  /** Regions that end in it. */
  absorbed: readonly RegionBranch[];
  /** Throws what the server refused. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function EffectDialog({ region, geometry, others, absorbed, onConfirm, onClose }: EffectDialogProps) {
  const t = useTranslations('regions.effect');
  const errorText = useErrorText();
  const { number, listed } = useFormat();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const params = { id: region.id };
  const effect = useRead(api.regions.effect, { params, body: { geometry: geometry as never } }, { staleTime: 0 });
  const handleConfirm = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await onConfirm();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  };
  const isRemoval = geometry === null;
  return (
    <Dialog opened onClose={onClose} title={t(isRemoval ? 'removeTitle' : 'title', { name: region.label })} size={520}>
      <div className={classes.stack}>
        {effect.error ? (
          <ErrorState error={effect.error} retry={() => void effect.refetch()} />
        ) : effect.data ? (
          <Effect effect={effect.data} />
        ) : (
          <ListSkeleton rows={4} />
        )}
        {others > 0 && <Callout>{t('others', { count: others })}</Callout>}
        {absorbed.length > 0 && (
          <Callout kind="caution">
            {t('absorbed', {
              count: absorbed.length,
              names: listed(absorbed.slice(0, MAX_NAMES).map(({ label }) => label)),
              more: Math.max(0, absorbed.length - MAX_NAMES),
              people: number(absorbed.reduce((n, { people }) => n + people, 0)),
            })}
          </Callout>
        )}
        {refusal !== null && <Callout kind="refusal">{errorText(refusal)}</Callout>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button
            loading={isBusy}
            disabled={!effect.data}
            onClick={() => void handleConfirm()}
            {...(isRemoval ? { color: 'red.8' } : {})}
          >
            {t(isRemoval ? 'remove' : 'save')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

function Effect({ effect }: { effect: RegionEffect }) {
  const t = useTranslations('regions.effect');
  const { number, listed } = useFormat();
  const { people, leaving, entering, layers, capped } = effect;
  if (people.count + leaving + entering === 0 && !capped) return <p className={classes.effect}>{t('nothing')}</p>;
  const more = people.count - people.first.length;
  const atLeast = capped ? '+' : '';
  return (
    <>
      <p className={classes.effect} role="status">
        {t('sentence', {
          people: number(people.count),
          leaving: `${number(leaving)}${atLeast}`,
          entering: `${number(entering)}${atLeast}`,
        })}
      </p>
      {people.count > 0 && (
        <p className={classes.nothing}>
          <bdi>{listed(people.first.map(personName))}</bdi>
          {more > 0 && ` ${t('more', { n: number(more) })}`}
        </p>
      )}
      {layers.length > 0 && (
        <Table aria-label={t('layers')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('layer')}</Table.Th>
              <Table.Th>{t('leaving')}</Table.Th>
              <Table.Th>{t('entering')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {layers.slice(0, MAX_LAYERS).map((layer) => (
              <Table.Tr key={layer.id ?? 0}>
                <Table.Td>{layer.label === null ? t('hidden') : <bdi>{layer.label}</bdi>}</Table.Td>
                <Table.Td>
                  <Num value={layer.leaving} isCapped={capped} />
                </Table.Td>
                <Table.Td>
                  <Num value={layer.entering} isCapped={capped} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {capped && <Callout>{t('capped')}</Callout>}
    </>
  );
}
