// The second step: what is inside of the file, and what shall become of it.
'use client';
import { Alert, Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconFileOff } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { EmptyState, ErrorState, FormSkeleton, useErrorText } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { api } from '@/contract/index';
import type { Inspection } from '@/contract/schemas/upload';
import { useReadAll } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { needsEncoding } from '../logic/formats';
import { problemOf } from '../logic/plan';
import { DatasetCard } from './dataset-card';
import { EncodingChoice } from './encoding-choice';
import classes from './look-step.module.css';
import { usePlan } from './use-plan';
import { Warnings } from './warnings';

export interface LookStepProps {
  fileId: string;
  /** The raster layer whose file this becomes. */
  replaces?: number | undefined;
  onStarted: () => void;
  /** Throws the file away and goes back to choosing. */
  onDiscard: () => void;
}

function FileGone() {
  const t = useTranslations('layerBuilder.look');
  return (
    <EmptyState
      icon={<IconFileOff size={24} />}
      title={t('goneTitle')}
      text={t('goneText')}
      action={
        <Button component={Link} href={href('layerImport', { id: 'upload' })} prefetch={false}>
          {t('chooseFile')}
        </Button>
      }
    />
  );
}

function FileHead({ inspection: { file_name, format, size } }: { inspection: Inspection }) {
  const formats = useTranslations('layerBuilder.formats');
  const sizeText = useSizeText();
  const formatKey = format as 'csv';
  return (
    <p className={classes.file}>
      <bdi className={classes.fileName}>{file_name}</bdi>
      <span className={classes.hint}>
        <bdi>{formats.has(formatKey) ? formats(formatKey) : format}</bdi> · <bdi>{sizeText(size)}</bdi>
      </span>
    </p>
  );
}

/** Everything starts with a sensible value; only what the file keeps silent about must be answered. */
export function LookStep({ fileId, replaces, onStarted, onDiscard }: LookStepProps) {
  const t = useTranslations('layerBuilder.look');
  const { number, listed } = useFormat();
  const errorText = useErrorText();
  const state = usePlan(fileId, onStarted, replaces);
  const groups = useReadAll(api.groups.list);
  const body = useRef<HTMLDivElement>(null);
  const { inspection, plans, taken: takenPlans, tried, failure } = state;
  const { data } = inspection;

  if (inspection.error && inspection.error.status === 404) return <FileGone />;
  if (inspection.error && !data) return <ErrorState error={inspection.error} retry={() => void inspection.refetch()} />;
  if (!data) return <FormSkeleton fields={5} />;

  const waiting = takenPlans.filter(problemOf).length;
  const go = async () => {
    if (await state.run()) return;
    // The first refused control is where the person has to look; it is marked in this very moment.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <div ref={body} className={classes.look}>
      <FileHead inspection={data} />
      <Warnings codes={data.warnings} />
      {needsEncoding(data.format) && (
        <EncodingChoice
          inspection={data}
          reading={inspection.isFetching}
          isChosen={state.encoding !== null}
          onChange={state.setEncoding}
        />
      )}
      {inspection.error && <ErrorState error={inspection.error} retry={() => void inspection.refetch()} />}
      {plans.length > 1 && (
        <div className={classes.blockHead}>
          <h2 className={classes.blockTitle}>{t('datasets', { n: number(plans.length) })}</h2>
          <span className={classes.hint}>{t('datasetsHint')}</span>
        </div>
      )}
      {plans.map((plan) => (
        <DatasetCard key={plan.index} plan={plan} state={state} groups={groups.data ?? []} only={plans.length === 1} />
      ))}
      {state.relations.length > 0 && (
        <Checkbox
          checked={state.isJoined}
          onChange={(event) => state.setJoined(event.currentTarget.checked)}
          label={t('relations', { count: state.relations.length, n: number(state.relations.length) })}
          description={t('relationsHint', { names: listed(state.relations.map(({ name }) => name)) })}
        />
      )}
      {failure && (
        <Alert
          role="alert"
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title={t('startFailed', { label: failure.label })}
        >
          {errorText(failure.error)}
        </Alert>
      )}
      <div className={classes.foot}>
        <span className={classes.footNote} role="status">
          {takenPlans.length === 0 ? t('nothingTaken') : tried && waiting > 0 ? t('unfinished') : ''}
        </span>
        <Button variant="default" onClick={onDiscard} disabled={state.starting}>
          {t('otherFile')}
        </Button>
        <Button
          disabled={takenPlans.length === 0 || inspection.isPlaceholderData}
          loading={state.starting}
          onClick={() => void go()}
        >
          {t('start', { count: takenPlans.length, n: number(takenPlans.length) })}
        </Button>
      </div>
    </div>
  );
}
