// Where the result goes: the person's own drawings, or a new layer by a job.
'use client';
import { Button, MultiSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconStackPush } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import type { AnalysisOrder } from '@/contract/schemas/analysis';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { useReadAll, useWrite } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import { useFormat } from '@/lib/i18n/use-format';
import { removeJobDrawings, savedDrawingIds } from '../drawings/job-drawings';
import section from '../parts/section.module.css';
import { type Facts, groupsOf, listUnexportable } from './analysis-order';
import type { AnalysisAction, AnalysisState } from './machine';
import { follow, isOver, useRunning } from './running';
import { MAX_LABEL } from './use-name';

/** How long what was kept can be taken back with one press. */
const UNDO_MS = 12_000;
/** From how many groups on a search is worth its place. */
const SEARCH_FROM = 8;
/** Groups of one order on the wire. */
const MAX_CHOSEN = 100;

interface ResultProps {
  state: AnalysisState;
  facts: Facts;
  /** Null while something is missing. */
  order: Omit<AnalysisOrder, 'into'> | null;
  suggested: string;
  act: (action: AnalysisAction) => void;
}

interface GroupPickProps {
  groups: readonly LayerGroup[];
  ids: readonly number[];
  onPick: (ids: number[]) => void;
}

const GroupPick = ({ groups, ids, onPick }: GroupPickProps) => {
  const t = useTranslations('map.tools.analysis');
  return (
    <MultiSelect
      label={t('groups')}
      placeholder={ids.length === 0 ? t('groupsNone') : undefined}
      data={groups.map((group) => ({ value: String(group.id), label: group.label }))}
      value={ids.map(String)}
      onChange={(value) => onPick(value.map(Number))}
      searchable={groups.length > SEARCH_FROM}
      clearable
      hidePickedOptions
      maxValues={MAX_CHOSEN}
      maxDropdownHeight={280}
      styles={{ input: { paddingBlock: 1 } }}
    />
  );
};

/** Sends the order. What it brings is reported with a way back, or followed where it is a job's work. */
const useOrder = (onDone: () => void) => {
  const t = useTranslations('map.tools.analysis');
  const text = useErrorText();
  const { number } = useFormat();
  const client = useQueryClient();
  const run = useWrite(api.analysis.run);
  const send = async (body: AnalysisOrder) => {
    try {
      const before = savedDrawingIds();
      const done = await run.mutateAsync({ body });
      onDone();
      if (done.job) return follow(done.job, client, before);
      const ids = (done.drawings ?? []).map(({ id }) => id);
      if (ids.length === 0) return void toast({ type: 'info', message: t('nothing') });
      toast({
        type: 'success',
        duration: UNDO_MS,
        message: t('kept', { count: ids.length, shown: number(ids.length) }),
        action: { label: t('undo'), run: () => removeJobDrawings(ids, client) },
      });
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  return { send, isPending: run.isPending };
};

export const Result = ({ state, facts, order, suggested, act }: ResultProps) => {
  const t = useTranslations('map.tools.analysis');
  // Who may make layers of files may make them of an analysis.
  const hasModule = useMay(api.uploads.start.needs);
  const { send, isPending } = useOrder(() => act({ do: 'set', change: { isPreviewed: false, label: null } }));
  const job = useRunning((s) => s.job);
  const closed = listUnexportable(state, facts);
  const mayMake = hasModule && closed.length === 0;
  const into = mayMake ? state.into : 'drawings';
  const label = state.label ?? suggested;
  const groups = useReadAll(api.groups.list);
  const there = groups.data ?? [];
  const groupIds = groupsOf(state, facts, there);
  const nameless = label.trim() === '';

  const make = () => {
    if (!order || nameless) return;
    const isGrouped = into === 'layer' && groupIds.length > 0;
    return send({ ...order, into, label: label.trim(), ...(isGrouped ? { group_layer: groupIds } : {}) });
  };

  const busy = isPending || (job !== null && !isOver(job));
  return (
    <section className={section.section} aria-label={t('result')}>
      <div className={section.head}>
        <h3>{t('result')}</h3>
      </div>
      <SegmentedControl
        fullWidth
        aria-label={t('into')}
        value={into}
        onChange={(value) => act({ do: 'set', change: { into: value as AnalysisState['into'] } })}
        data={[
          { value: 'drawings', label: t('intos.drawings') },
          { value: 'layer', label: t('intos.layer'), disabled: !mayMake },
        ]}
      />
      {!mayMake && (
        <Text size="xs" c="dimmed">
          {hasModule ? t('noExport', { label: closed[0]?.label ?? '' }) : t('noModule')}
        </Text>
      )}
      <TextInput
        label={t('label')}
        maxLength={MAX_LABEL}
        value={label}
        error={nameless ? t('noLabel') : null}
        onChange={(event) => act({ do: 'set', change: { label: event.currentTarget.value } })}
      />
      {into === 'layer' && there.length > 0 && (
        <GroupPick groups={there} ids={groupIds} onPick={(groups) => act({ do: 'set', change: { groups } })} />
      )}
      <PanelActions>
        <Button
          leftSection={into === 'layer' ? <IconStackPush size={16} /> : <IconDeviceFloppy size={16} />}
          disabled={!order || nameless || (into === 'layer' && groups.isPending) || (busy && !isPending)}
          loading={isPending}
          onClick={make}
        >
          {t(`make.${into}`)}
        </Button>
      </PanelActions>
    </section>
  );
};
