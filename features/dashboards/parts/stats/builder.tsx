// The question as a form: layer, groups, measures, filter, regions, people, order.
'use client';
import { Button, Select, Skeleton, Switch } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { useLayerOptions, usePeopleOptions, useRegionOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';
import type { QueryEditorProps } from '@/tools';
import { canSplit, LIMITS, type Limit, measureKey, type Tree } from '../../logic/stats/question';
import { GroupByPick } from './group-by-pick';
import { Measures } from './measures';
import classes from './stats.module.css';
import type { QuestionActs } from './use-question';
import { useWords } from './use-words';

const QueryEditor = lazyPart<QueryEditorProps>(() =>
  import('@/tools').then((tools) => ({ default: tools.QueryEditor })),
);
const EVERYTHING: Tree = { and: [] };

export interface BuilderProps extends QuestionActs {
  /** Null while it is on its way, and where none is chosen. */
  layer: Layer | null;
  /** People can be named. */
  hasPeople: boolean;
}

function FilterPart({ layer, question, change }: Pick<BuilderProps, 'question' | 'change'> & { layer: Layer }) {
  const t = useTranslations('dashboards.stats');
  const [isOpen, setOpen] = useState(question.tree !== null);
  if (!isOpen && !question.tree)
    return (
      <Button
        variant="default"
        size="compact-sm"
        className={classes.start}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('addFilter')}
      </Button>
    );
  return (
    <fieldset className={classes.filter}>
      <legend className={classes.caption}>{t('filter')}</legend>
      <Suspense fallback={<Skeleton h={64} />}>
        <QueryEditor
          value={question.tree ?? EVERYTHING}
          fields={layer.config.form}
          layer={layer.id}
          hasPlaces={layer.type > 0}
          hasRelations
          onChange={(tree) => change({ tree })}
        />
      </Suspense>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => {
          setOpen(false);
          change({ tree: null });
        }}
      >
        {t('removeFilter')}
      </Button>
    </fieldset>
  );
}

function OrderPart({ layer, question, change }: Pick<BuilderProps, 'question' | 'change'> & { layer: Layer }) {
  const t = useTranslations('dashboards.stats');
  const { number } = useFormat();
  const words = useWords(layer, question.groupBy);
  return (
    <>
      <Select
        label={t('sort')}
        allowDeselect={false}
        data={[
          { value: 'count', label: t('count') },
          { value: 'key', label: t('sortKey') },
          ...question.measures.map((one) => ({ value: measureKey(one), label: words.measure(one) })),
        ]}
        value={question.sortBy}
        disabled={question.chart === 'line'}
        {...(question.chart === 'line' ? { description: t('lineSort') } : {})}
        onChange={(sortBy) => sortBy && change({ sortBy })}
      />
      <Switch
        label={t('ascending')}
        checked={question.isAscending}
        disabled={question.chart === 'line'}
        onChange={(event) => change({ isAscending: event.currentTarget.checked })}
      />
      <Select
        label={t('limit')}
        allowDeselect={false}
        data={LIMITS.map((one) => ({ value: String(one), label: t('limitOf', { n: number(one) }) }))}
        value={String(question.limit)}
        onChange={(limit) => change({ limit: Number(limit) as Limit })}
      />
    </>
  );
}

function PeoplePick({ question, change }: Pick<BuilderProps, 'question' | 'change'>) {
  const t = useTranslations('dashboards.stats');
  const source = usePeopleOptions(api.users.all, question.people);
  return (
    <OptionPick
      label={t('people')}
      placeholder={t('everybody')}
      value={question.people}
      source={source}
      onChange={(people) => change({ people })}
    />
  );
}

export function Builder(props: BuilderProps) {
  const { layer, question, setLayer, setGroupBy, setMeasures, change, hasPeople } = props;
  const t = useTranslations('dashboards.stats');
  const layers = useLayerOptions(t('noRecords'));
  const regions = useRegionOptions();
  const isReady = layer !== null && layer.id === question.layer;
  return (
    <section className={classes.builder} aria-label={t('builder')}>
      <OptionPick
        label={t('layer')}
        placeholder={t('layerHint')}
        value={question.layer === null ? [] : [question.layer]}
        source={layers}
        onChange={(ids) => setLayer(ids.at(-1) ?? null)}
      />
      {question.layer !== null && !isReady && <Skeleton h={160} />}
      {isReady && (
        <>
          <GroupByPick
            layer={layer.id}
            form={layer.config.form}
            hasPlaces={layer.type > 0}
            value={question.groupBy}
            onChange={setGroupBy}
          />
          {question.groupBy && canSplit(question.groupBy) && (
            <GroupByPick
              layer={layer.id}
              form={layer.config.form}
              hasPlaces={layer.type > 0}
              isSplitOf={question.groupBy}
              value={question.splitBy}
              onChange={(splitBy) => change({ splitBy })}
            />
          )}
          <Measures form={layer.config.form} layerType={layer.type} question={question} onChange={setMeasures} />
          <FilterPart key={layer.id} layer={layer} question={question} change={change} />
        </>
      )}
      <OptionPick
        label={t('regions')}
        placeholder={t('everywhere')}
        value={question.regions}
        source={regions}
        onChange={(ids) => change({ regions: ids })}
      />
      {hasPeople && <PeoplePick question={question} change={change} />}
      {isReady && question.groupBy && <OrderPart layer={layer} question={question} change={change} />}
    </section>
  );
}
