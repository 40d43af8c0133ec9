// The second step of an append: which rows, which columns into which fields, and a trial that writes nothing.
'use client';
import { Button, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, FormSkeleton, useErrorText } from '@/components/feedback/states';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import type { Inspection } from '@/contract/schemas/upload';
import { useRead } from '@/lib/api/hooks';
import { isOver, useJob } from '@/lib/api/use-job';
import { useFormat } from '@/lib/i18n/use-format';
import { missingFields } from '../../logic/append/mapping';
import { needsEncoding } from '../../logic/formats';
import { EncodingChoice } from '../encoding-choice';
import { JobCard } from '../job-card';
import look from '../look-step.module.css';
import { Notes } from '../notes';
import { CrsChoice } from '../place/crs-choice';
import { PlaceChoice } from '../place/place-choice';
import { Rejects } from '../rejects';
import { Warnings } from '../warnings';
import classes from './append.module.css';
import { MappingTable } from './mapping-table';
import { MatchChoice } from './match-choice';
import { Outcome } from './outcome';
import { type AppendState, useAppend } from './use-append';

interface LookProps {
  layer: Layer;
  fileId: string;
  onStarted: () => void;
  onDiscard: () => void;
}

/** Data sets of the file; those of another kind say why they cannot be taken. */
function DatasetChoice({ state, layer }: { state: AppendState; layer: Layer }) {
  const t = useTranslations('layerBuilder.append');
  const kinds = useTranslations('layerBuilder.kinds');
  const { number } = useFormat();
  const reason = (type: number) =>
    t('otherKind', { kind: kinds(`${type}` as '1'), layer: kinds(`${layer.type}` as '1') });
  const canTake = ({ type, canPlace }: AppendState['plans'][number]) =>
    type === layer.type || (canPlace && layer.type <= 1);
  return (
    <Select
      label={t('dataset')}
      allowDeselect={false}
      value={state.plan ? String(state.plan.index) : null}
      data={state.plans.map((plan) => ({
        value: String(plan.index),
        label: `${plan.dataset.name} · ${kinds(`${plan.type}` as '1')} · ${number(plan.dataset.feature_count)}${canTake(plan) ? '' : ` · ${reason(plan.type)}`}`,
        disabled: !canTake(plan),
      }))}
      onChange={(value) => value !== null && state.choose(Number(value))}
    />
  );
}

/** What the trial says; while it runs, how far it is. */
function Trial({ id }: { id: string }) {
  const t = useTranslations('layerBuilder.append');
  const job = useJob(id).data;
  if (!job) return <FormSkeleton fields={1} />;
  if (job.state !== 'done') return <JobCard job={job} only={false} />;
  return (
    <section className={classes.block} aria-label={t('trialTitle')}>
      <h2 className={classes.title}>{t('trialTitle')}</h2>
      <Outcome job={job} />
      <Rejects job={job} />
    </section>
  );
}

function Steps({
  layer,
  inspection,
  state,
  onStarted,
  onDiscard,
  fileId,
  encoding,
}: Omit<LookProps, 'layer'> & { layer: Layer; inspection: Inspection; state: AppendState; encoding: string | null }) {
  // biome-ignore format: one line
  const t = useTranslations('layerBuilder.append');
  const { listed, number } = useFormat();
  const errorText = useErrorText();
  const trial = useRead(api.uploads.job, { params: { id: state.trial ?? '' } }, { enabled: state.trial !== null }).data;
  const { plan } = state;
  const missing = missingFields(layer.config.form, state.mapping);
  const needsSystem = plan?.needsCrs === true && plan.srid === null && plan.crs === null;
  const canTry = plan !== null && state.isFitting && !needsSystem && Object.keys(state.mapping).length > 0;
  const outcome = state.trial && trial && isOver(trial) && trial.state === 'done' ? trial.outcome : null;
  const count = outcome ? outcome.added + outcome.changed : 0;
  const go = async () => {
    if (await state.order(false)) onStarted();
  };
  return (
    <>
      <Warnings codes={inspection.warnings} />
      <DatasetChoice state={state} layer={layer} />
      {plan && <Notes of={plan.dataset} untaken={[]} />}
      {plan && <PlaceChoice plan={plan} error={false} onChange={(place) => state.editPlan({ place })} />}
      {plan && <CrsChoice plan={plan} fileId={fileId} encoding={encoding} error={false} onChange={state.editPlan} />}
      {plan && !state.isFitting && <Callout kind="caution">{t('noFit', { layer: layer.label })}</Callout>}
      {plan && state.isFitting && (
        <>
          {state.isEarlier && <Callout>{t('earlier')}</Callout>}
          {missing.length > 0 && (
            <Callout kind="caution">{t('missing', { fields: listed(missing.map(({ label }) => label)) })}</Callout>
          )}
          <MappingTable columns={state.columns} form={layer.config.form} state={state} />
          <MatchChoice layer={layer} state={state} />
        </>
      )}
      {layer.config.supervised && outcome && <Callout>{t('supervised', { n: number(count) })}</Callout>}
      {state.trial && <Trial id={state.trial} />}
      {state.error && <Callout kind="refusal">{errorText(state.error)}</Callout>}
      <div className={look.foot}>
        <span className={look.footNote} role="status">
          {needsSystem ? t('needsSystem') : ''}
        </span>
        <Button variant="default" onClick={onDiscard}>
          {t('otherFile')}
        </Button>
        <Button
          variant={outcome ? 'default' : 'filled'}
          disabled={!canTry}
          loading={state.isOrdering && !outcome}
          onClick={() => void state.order(true)}
        >
          {t('try')}
        </Button>
        {outcome && (
          <Button disabled={count === 0} loading={state.isOrdering} onClick={() => void go()}>
            {count === 0 ? t('nothing') : t('run', { n: number(count) })}
          </Button>
        )}
      </div>
    </>
  );
}

function Loaded({
  inspection,
  encoding,
  setEncoding,
  ...props
}: LookProps & { inspection: Inspection; encoding: string | null; setEncoding: (encoding: string | null) => void }) {
  // biome-ignore format: one line
  const state = useAppend(props.fileId, props.layer, inspection, encoding);
  return (
    <div className={look.look}>
      {needsEncoding(inspection.format) && (
        <EncodingChoice inspection={inspection} reading={false} isChosen={encoding !== null} onChange={setEncoding} />
      )}
      <Steps {...props} inspection={inspection} state={state} encoding={encoding} />
    </div>
  );
}

export function AppendLook(props: LookProps) {
  const [encoding, setEncoding] = useState<string | null>(null);
  const inspection = useRead(
    api.uploads.inspect,
    { params: { file: props.fileId }, query: encoding ? { encoding } : {} },
    { keep: true, staleTime: Number.POSITIVE_INFINITY },
  );
  if (inspection.error && !inspection.data)
    return <ErrorState error={inspection.error} retry={() => void inspection.refetch()} />;
  if (!inspection.data) return <FormSkeleton fields={5} />;
  return <Loaded {...props} inspection={inspection.data} encoding={encoding} setEncoding={setEncoding} />;
}
