// The analysis panel: what to do, on what, a preview on the map, and where the result goes.
'use client';
import { Button, Stack } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import { OF_TWO } from '@/contract/schemas/analysis';
import { useOverlay } from '@/map/state/overlay';
import { CoordinateBox } from '../coordinates';
import { useMachine } from '../use-machine';
import { useMarkPicked } from '../use-mark-picked';
import { orderOf } from './analysis-order';
import { JobCard } from './job-card';
import { getPickingSide, machine } from './machine';
import { Operations } from './operations';
import { Preview } from './preview';
import { Result } from './result';
import { Settings } from './settings';
import { SourceField } from './source-field';
import { useFacts } from './use-facts';
import { useSuggestedName } from './use-name';

/** The shapes that were drawn for an input; the preview lies over them. */
const DRAWN = 'analysis:drawn';
const LOOK = { dash: 'dash', width: 2, fill_opacity: 0.06, size: 5 } as const;

export const AnalysisPanel = () => {
  const t = useTranslations('map.tools.analysis');
  const [state, act] = useMachine('analysis', machine);
  const facts = useFacts(state.picked);
  const { order, missing } = useMemo(() => orderOf(state, facts), [state, facts]);
  const suggested = useSuggestedName(state, facts);
  useMarkPicked(state.picked);
  const two = OF_TWO.includes(state.how);
  const first = state.of.kind === 'sketch' ? state.of.shapes : null;
  const second = two && state.by.kind === 'sketch' ? state.by.shapes : null;
  useEffect(() => {
    useOverlay.getState().show(
      DRAWN,
      [...(first ?? []), ...(second ?? [])].map((geometry) => ({ geometry, ...LOOK })),
    );
    return () => useOverlay.getState().show(DRAWN, []);
  }, [first, second]);
  const revs = facts.layers
    .filter(({ id }) => id === state.of.layer || (two && id === state.by.layer))
    .map(({ layer }) => layer.rev);
  const problemAt = (side: 'of' | 'by') => (missing?.side === side ? missing.problem : null);
  return (
    <Stack gap="md">
      <Operations how={state.how} onChange={(how) => act({ do: 'set', change: { how } })} />
      <SourceField
        side="of"
        title={t(two ? 'first' : 'of')}
        state={state}
        facts={facts}
        problem={problemAt('of')}
        act={act}
      />
      {two && (
        <SourceField side="by" title={t('second')} state={state} facts={facts} problem={problemAt('by')} act={act} />
      )}
      {getPickingSide(state) && <CoordinateBox labelled />}
      <Settings state={state} facts={facts} act={act} />
      {state.isPreviewed && order ? (
        <Preview order={order} revs={revs} onClose={() => act({ do: 'set', change: { isPreviewed: false } })} />
      ) : (
        <Button
          variant="light"
          leftSection={<IconEye size={16} />}
          disabled={!order}
          onClick={() => act({ do: 'set', change: { isPreviewed: true } })}
        >
          {t('preview')}
        </Button>
      )}
      <Result state={state} facts={facts} order={order} suggested={suggested} act={act} />
      <JobCard />
    </Stack>
  );
};
