// A layer and its table: when it is read again, what came of the last time, and a sync now.
'use client';
import { Anchor, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { LayerSync, SyncOutcome } from '@/contract/schemas/sources/layer-sync';
import { CallError } from '@/lib/api/errors';
import { useRead, useWrite } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { NEW_SCHEDULE, sourceValuesOf, toSyncChange } from '../logic/database-values';
import classes from '../parts/database/database.module.css';
import { ScheduleFields } from '../parts/database/schedule-fields';
import { SourcePart } from '../parts/database/source-part';

const POLL_MS = 1500;
const MAX_IDS = 20;

function Conflicts({ last, layer }: { last: SyncOutcome; layer: number }) {
  const t = useTranslations('layerSources.sync');
  const { comma, number, digits } = useFormat();
  if (last.conflicts === 0) return null;
  const ids = last.conflict_ids.slice(0, MAX_IDS);
  const more = last.conflicts - ids.length;
  return (
    <Callout kind="caution">
      {t('conflicts', { n: number(last.conflicts), count: last.conflicts })}{' '}
      {ids.map((id, i) => (
        <Fragment key={id}>
          {i > 0 && comma}
          <Anchor component={Link} href={`${href('layerData', { id: layer })}?record=${id}`} prefetch={false}>
            {t('feature', { id: digits(String(id)) })}
          </Anchor>
        </Fragment>
      ))}
      {more > 0 && ` ${t('moreConflicts', { n: number(more), count: more })}`}
    </Callout>
  );
}

function Last({ state: { last, is_running, is_paused }, layer }: { state: LayerSync; layer: number }) {
  const t = useTranslations('layerSources.sync');
  const { date } = useFormat();
  if (is_running) return <p role="status">{t('running')}</p>;
  if (!last) return <p role="status">{t('never')}</p>;
  return (
    <>
      <p role="status">{t(last.error === null ? 'last' : 'lastFailed', { at: date(last.at, 'datetime') })}</p>
      {last.error !== null && <Callout kind="refusal">{last.error}</Callout>}
      {is_paused && <Callout kind="caution">{t('paused')}</Callout>}
      {last.error === null && (
        <dl className={classes.counts}>
          {(['added', 'changed', 'removed', 'rejected'] as const).map((key) => (
            <div key={key} hidden={key === 'rejected' && last.rejected === 0}>
              <dt>{t(key)}</dt>
              <dd>
                <Num value={last[key]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Conflicts last={last} layer={layer} />
    </>
  );
}

interface SyncFormProps {
  layer: number;
  state: LayerSync;
  onClose: () => void;
}

/** What is changed is saved; a sync now goes by what is saved. */
function SyncForm({ layer, state, onClose }: SyncFormProps) {
  const t = useTranslations('layerSources.sync');
  const common = useTranslations('common');
  const { date } = useFormat();
  const { arcsde } = state;
  const source = sourceValuesOf(state);
  const saved = { every: state.every, hour: state.hour ?? NEW_SCHEDULE.hour, edits: state.edits, ...source };
  const [values, setValues] = useState(saved);
  const schedule = useWrite(api.databases.schedule);
  const sync = useWrite(api.databases.sync);
  const save = useAction(schedule.mutateAsync, { done: () => t('saved') });
  const start = useAction(sync.mutateAsync);
  const body = toSyncChange(values, source);
  const isDirty = JSON.stringify(body) !== JSON.stringify(toSyncChange(saved, source));
  const change = (part: Partial<typeof saved>) => setValues({ ...values, ...part });
  const params = { id: layer };
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>
        {state.connection === null ? t('connectionGone') : <bdi>{state.connection}</bdi>} ·{' '}
        <bdi dir="ltr">
          {state.schema}.{state.table}
        </bdi>
      </p>
      <section className={classes.last} aria-label={t('lastTitle')}>
        <Last state={state} layer={layer} />
        <Button
          variant="light"
          leftSection={<IconRefresh size={16} />}
          loading={state.is_running || start.isBusy}
          disabled={state.connection === null}
          onClick={() => void start.run({ params })}
        >
          {t('now')}
        </Button>
      </section>
      <ScheduleFields value={values} onChange={change} />
      {arcsde !== null && (
        <SourcePart
          state={{ ...state, arcsde }}
          edits={values.edits}
          value={values}
          errors={schedule.error instanceof CallError ? schedule.error.fields : {}}
          onChange={change}
        />
      )}
      {state.next !== null && !isDirty && (
        <p className={classes.quiet}>{t('next', { at: date(state.next, 'datetime') })}</p>
      )}
      <div className={classes.foot}>
        <Button
          disabled={!isDirty && !state.is_paused}
          loading={save.isBusy}
          onClick={() => void save.run({ params, body })}
        >
          {t(state.is_paused && !isDirty ? 'resume' : 'save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common('close')}
        </Button>
      </div>
    </div>
  );
}

export interface SyncDialogProps {
  layer: { id: number; label: string };
  onClose: () => void;
}

export function SyncDialog({ layer, onClose }: SyncDialogProps) {
  const t = useTranslations('layerSources.sync');
  const client = useQueryClient();
  const [every, setEvery] = useState<number | false>(false);
  const state = useRead(api.databases.syncState, { params: { id: layer.id } }, { every, staleTime: 0 });
  const isRunning = state.data?.is_running ?? false;
  const next = isRunning ? POLL_MS : false;
  if (next !== every) setEvery(next);
  // Records have come or gone: lists and maps read the layer again.
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void invalidate(client, ['layer', `layer-${layer.id}`]);
    wasRunning.current = isRunning;
  }, [client, isRunning, layer.id]);
  return (
    <Dialog opened onClose={onClose} title={t('title', { label: layer.label })} size={520}>
      {state.data && (
        <SyncForm
          key={JSON.stringify([state.data.every, state.data.hour, state.data.edits, state.data.key, state.data.where])}
          layer={layer.id}
          state={state.data}
          onClose={onClose}
        />
      )}
      {!state.data &&
        (state.error ? (
          <ErrorState error={state.error} retry={() => void state.refetch()} />
        ) : (
          <FormSkeleton fields={3} />
        ))}
    </Dialog>
  );
}
