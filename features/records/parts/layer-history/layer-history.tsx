// What was done to the records of a layer, day by day: by act, person and days.
'use client';
import { Select, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Fragment, useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { Timeline } from '@/components/collection/timeline';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { JalaliRange } from '@/components/pickers/jalali-range';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract';
import type { Field } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerLogRow } from '@/contract/schemas/layers/journal';
import { LOG_ACTIONS, type LogAction } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import type { DayRange } from '@/lib/collection/filters';
import { usePeopleOptions } from '@/lib/collection/options';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './layer-history.module.css';

const PAGE = 50;

export interface LayerHistoryProps {
  layer: Layer;
  /** Opens a record. */
  onOpen: (record: number) => void;
}

interface Filters {
  action: LogAction | null;
  users: number[];
  days: DayRange | null;
}
const NO_FILTERS: Filters = { action: null, users: [], days: null };

/** What a step changed, and what was said of it. */
function StepBody({ step, form }: { step: LayerLogRow; form: readonly Field[] }) {
  const t = useTranslations('layerPage.history');
  const { comma } = useFormat();
  const labels = step.fields.map((name) => form.find((field) => field.name === name)?.label ?? name);
  const changed = [...labels, ...(step.geometry ? [t('shape')] : [])];
  return (
    <>
      {changed.length > 0 && (
        <span>
          {t('changed')}{' '}
          {changed.map((label, i) => (
            <Fragment key={label}>
              {i > 0 && comma}
              <bdi>{label}</bdi>
            </Fragment>
          ))}
        </span>
      )}
      {step.file && (
        <span>
          {t('file')} <bdi>{step.file}</bdi>
        </span>
      )}
      {step.reason && <q dir="auto">{step.reason}</q>}
    </>
  );
}

function Record({ step, onOpen }: { step: LayerLogRow; onOpen: (record: number) => void }) {
  const t = useTranslations('layerPage.history');
  if (step.is_deleted)
    return (
      <span className={classes.dim}>
        <bdi>{step.title}</bdi> ({t('deleted')})
      </span>
    );
  return (
    <UnstyledButton className={classes.record} onClick={() => onOpen(step.layer_data)}>
      <bdi>{step.title}</bdi>
    </UnstyledButton>
  );
}

/** Names of people are for those who manage them. */
function PeopleFilter({ value, onChange }: { value: number[]; onChange: (ids: number[]) => void }) {
  const t = useTranslations('layerPage.history');
  const source = usePeopleOptions(api.users.all, value);
  return <OptionPick label={t('person')} isBare placeholder={t('person')} value={value} onChange={onChange} source={source} max={50} className={classes.filter ?? ''} />; // biome-ignore format: one control
}

interface HistoryBodyProps extends LayerHistoryProps {
  read: ReturnType<typeof useRead<typeof api.layerRecords.history>>;
  isFiltered: boolean;
}

/** The page of steps, or why there is none. */
function HistoryBody({ layer, read, isFiltered, onOpen }: HistoryBodyProps) {
  const t = useTranslations('layerPage.history');
  const acts = useTranslations('records.history.action');
  const words = useTranslations('records.history');
  const steps = read.data?.results;
  return (
    <>
      {read.error && !steps && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {!read.error && !steps && <ListSkeleton rows={6} />}
      {steps?.length === 0 && (
        <EmptyState
          icon={<IconHistory size={24} />}
          title={t(isFiltered ? 'noneFound' : 'none')}
          text={t(isFiltered ? 'noneFoundText' : 'noneText')}
          noAct={isFiltered ? 'beside' : 'final'}
        />
      )}
      {steps && steps.length > 0 && (
        <Timeline
          label={t('title')}
          entries={steps.map((step) => ({
            id: step.id,
            at: step.date,
            who: step.user ? personName(step.user) : words('system'),
            what: (
              <>
                {acts(step.action)} · <Record step={step} onOpen={onOpen} />
              </>
            ),
            ...(step.fields.length > 0 || step.geometry || step.file || step.reason
              ? { body: <StepBody step={step} form={layer.config.form} /> }
              : {}),
          }))}
        />
      )}
    </>
  );
}

export default function LayerHistory({ layer, onOpen }: LayerHistoryProps) {
  const t = useTranslations('layerPage.history');
  const acts = useTranslations('records.history.action');
  const mayNamePeople = useMay(api.users.all.needs);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [page, setPage] = useState(1);
  const change = (part: Partial<Filters>) => {
    setFilters({ ...filters, ...part });
    setPage(1);
  };
  const { action, users, days } = filters;
  const query = {
    limit: PAGE,
    offset: (page - 1) * PAGE,
    ...(action ? { action } : {}),
    ...(users.length > 0 ? { users } : {}),
    ...(days?.from ? { date_after: days.from } : {}),
    ...(days?.to ? { date_before: days.to } : {}),
  };
  const read = useRead(api.layerRecords.history, { params: { id: layer.id }, query }, { keep: true });
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>
        <Select
          className={classes.filter}
          aria-label={t('action')}
          placeholder={t('action')}
          clearable
          data={LOG_ACTIONS.map((value) => ({ value, label: acts(value) }))}
          value={action}
          onChange={(value) => change({ action: value })}
        />
        <JalaliRange
          className={classes.filter ?? ''}
          label={t('days')}
          value={days}
          onChange={(next) => change({ days: next })}
        />
        {mayNamePeople && <PeopleFilter value={users} onChange={(ids) => change({ users: ids })} />}
      </div>
      <HistoryBody
        layer={layer}
        read={read}
        isFiltered={action !== null || users.length > 0 || days !== null}
        onOpen={onOpen}
      />
      {read.data && read.data.count > 0 && (
        <Pager
          page={page}
          size={PAGE}
          rowCount={read.data.results.length}
          count={read.data.count}
          isCapped={read.data.count_capped ?? false}
          onPage={setPage}
        />
      )}
    </div>
  );
}
