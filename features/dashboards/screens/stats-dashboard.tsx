// Statistics of a layer: the question at the start, its chart over its map. It answers by itself; the address holds all of it.
'use client';
import { Button, SegmentedControl } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconBookmark,
  IconBookmarks,
  IconClockPlay,
  IconLayoutDashboard,
  IconLink,
  IconX,
} from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Suspense, useCallback, useState } from 'react';
import { ErrorState } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';
import { Page } from '@/components/layout/page';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { filterAddress } from '@/lib/routes/filter-link';
import { allows, type Who } from '@/lib/routes/rules';
import { useRelatedFields } from '@/lib/statistics/use-related-fields';
import { canSplit, withForm } from '../logic/stats/question';
import { recordsTree } from '../logic/stats/records-tree';
import { Builder } from '../parts/stats/builder';
import { Examples } from '../parts/stats/examples';
import type { PinDialogProps } from '../parts/stats/pin-dialog';
import { Result } from '../parts/stats/result';
import { SavedQuestions, useSaveQuestion } from '../parts/stats/saved';
import classes from '../parts/stats/stats.module.css';
import type { StatsMapProps } from '../parts/stats/stats-map';
import { useGroupName } from '../parts/stats/use-group-name';
import { type QuestionActs, useQuestion } from '../parts/stats/use-question';
import { type Answer, useStatistics } from '../parts/stats/use-statistics';

const PinDialog = lazyPart<PinDialogProps>(() => import('../parts/stats/pin-dialog'));
const StatsMap = lazyPart<StatsMapProps>(() => import('../parts/stats/stats-map'));
const ICON = 16;
const DASHBOARDS = { module: 15 } as const;

function Acts({ question, open, mayPin }: Pick<QuestionActs, 'question' | 'open'> & { mayPin: boolean }) {
  const t = useTranslations('dashboards.stats');
  const [isOpen, setOpen] = useState(false);
  const [isPinning, setPinning] = useState(false);
  const { save, isBusy } = useSaveQuestion(question);
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => toast({ type: 'success', message: t('linkCopied') }),
      () => toast({ type: 'warning', message: t('linkNotCopied') }),
    );
  return (
    <>
      {question.layer !== null && (
        <>
          <IconButton label={t('copyLink')} variant="default" size={36} onClick={() => void copy()}>
            <IconLink size={ICON} />
          </IconButton>
          {mayPin && (
            <IconButton label={t('pin.title')} variant="default" size={36} onClick={() => setPinning(true)}>
              <IconLayoutDashboard size={ICON} />
            </IconButton>
          )}
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconBookmark size={ICON} aria-hidden />}
            onClick={() => void save()}
          >
            {t('saved.save')}
          </Button>
        </>
      )}
      <Button variant="default" leftSection={<IconBookmarks size={ICON} aria-hidden />} onClick={() => setOpen(true)}>
        {t('saved.title')}
      </Button>
      {isPinning && (
        <Suspense>
          <PinDialog question={question} onClose={() => setPinning(false)} />
        </Suspense>
      )}
      {isOpen && <SavedQuestions onOpen={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What is looked at beside the numbers: the pressed group, the way to its records, and the size of the map. */
function Chips({
  layer,
  question,
  answer,
  change,
}: Pick<QuestionActs, 'question' | 'change'> & { layer: Layer; answer: Answer | null }) {
  const t = useTranslations('dashboards.stats');
  const group = useGroupName(layer, question, answer);
  const tree = recordsTree(question, layer.config.form, useRelatedFields(layer.id));
  return (
    <div className={classes.chips}>
      {group !== null && (
        <Button
          size="compact-sm"
          variant="light"
          rightSection={<IconX size={ICON} aria-hidden />}
          aria-label={t('leaveGroup', { name: group })}
          onClick={() => change({ group: null })}
        >
          <bdi>{group}</bdi>
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" component={Link} href={filterAddress(layer.id, tree)}>
        {t(group === null ? 'allRecords' : 'groupRecords')}
      </Button>
      {layer.type > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={question.isMapFull ? <IconArrowsMinimize size={ICON} /> : <IconArrowsMaximize size={ICON} />}
          onClick={() => change({ isMapFull: !question.isMapFull })}
        >
          {t(question.isMapFull ? 'mapBack' : 'mapFull')}
        </Button>
      )}
      {layer.type > 0 && (
        <Button
          size="compact-sm"
          variant={question.hasTime ? 'light' : 'subtle'}
          aria-pressed={question.hasTime}
          leftSection={<IconClockPlay size={ICON} aria-hidden />}
          onClick={() => change({ hasTime: !question.hasTime })}
        >
          {t('time.open')}
        </Button>
      )}
      {layer.type > 0 && !canSplit(question.groupBy) && question.groupBy && (
        <SegmentedControl
          size="xs"
          aria-label={t('map.form')}
          value={question.isBubbles ? 'circles' : 'colours'}
          onChange={(form) => change({ isBubbles: form === 'circles' })}
          data={[
            { value: 'colours', label: t('map.colours') },
            { value: 'circles', label: t('map.asCircles') },
          ]}
        />
      )}
    </div>
  );
}

function Answered({ layer, acts }: { layer: Layer; acts: QuestionActs }) {
  const question = withForm(acts.question, layer.config.form, layer.type);
  const { change } = acts;
  const statistics = useStatistics(question);
  const closeTime = useCallback(() => change({ hasTime: false }), [change]);
  useHotkeys('screen', [
    { keys: 'Mod+Enter', whileTyping: true, run: statistics.retry },
    { keys: 'KeyT', run: () => change({ chart: question.chart === 'table' ? 'bar' : 'table' }) },
    { keys: 'KeyM', isEnabled: layer.type > 0, run: () => change({ isMapFull: !question.isMapFull }) },
    { keys: 'Escape', isEnabled: question.isMapFull, run: () => change({ isMapFull: false }) },
  ]);
  return (
    <>
      <Result layer={layer} question={question} change={change} {...statistics} />
      <Chips layer={layer} question={question} answer={statistics.answer} change={change} />
      {layer.type > 0 && (
        <div className={classes.mapBox} data-full={question.isMapFull || undefined}>
          <Suspense>
            <StatsMap
              layer={layer}
              question={question}
              answer={statistics.answer}
              onGroup={(group) => change({ group })}
              onTimeClose={question.hasTime ? closeTime : null}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}

/** /app/stats-dashboard */
export function StatsDashboardScreen({ who }: { who: Who | null }) {
  const t = useTranslations('dashboards.stats');
  const acts = useQuestion();
  const { question, open } = acts;
  const read = useRead(api.layers.one, { params: { id: question.layer ?? 0 } }, { enabled: question.layer !== null });
  const hasModule = who !== null && (who.superuser || allows(who, DASHBOARDS));
  const layer = question.layer !== null && read.data?.id === question.layer ? read.data : null;
  return (
    <Page title={t('title')} actions={<Acts question={question} open={open} mayPin={hasModule} />} fill>
      <div className={classes.room} data-full={(question.isMapFull && layer !== null) || undefined}>
        <Builder {...acts} layer={layer} hasPeople={hasModule} />
        <div className={classes.main}>
          {question.layer === null && <Examples onOpen={open} />}
          {question.layer !== null && read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
          {layer && <Answered key={layer.id} layer={layer} acts={acts} />}
        </div>
      </div>
    </Page>
  );
}
