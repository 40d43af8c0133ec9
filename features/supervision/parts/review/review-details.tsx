// What waits on the open record, in words: who and when, what to look at twice, its values; its files, history and comments behind tabs.
'use client';
import { Badge, Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentType, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import type { Person } from '@/contract/schemas/session';
import type { Review } from '@/contract/schemas/supervision';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { Checks } from './checks';
import { Comments } from './comments';
import { DiffFields } from './diff-fields';
import classes from './review.module.css';

/** Parts of a record that its own room lends. */
export interface RecordParts {
  History: ComponentType<{ layer: Layer; record: LayerRecord }>;
  Files: ComponentType<{ record: number }>;
}

interface ReviewDetailsProps extends RecordParts {
  layer: Layer;
  review: Review;
  looking: Person | null;
  /** It was changed by somebody else since it was read. */
  isChanged: boolean;
}

/** Who made it and when, who approved it first, and how it was judged last. */
function Head({ review, looking, isChanged }: Omit<ReviewDetailsProps, 'layer' | keyof RecordParts>) {
  const t = useTranslations('supervision');
  const { date, listed } = useFormat();
  const { record, kind, since, second_because: because } = review;
  const authors = (record.authors?.length ? record.authors : [record.creator_user]).filter((one) => one !== null);
  const first = record.first_approval;
  const { verdict } = record;
  return (
    <>
      {isChanged && <Callout kind="caution">{t('changedMeanwhile')}</Callout>}
      {looking && <Callout>{t('looking', { who: isolate(personName(looking)) })}</Callout>}
      <div className={classes.head}>
        {kind && (
          <Badge variant="light" color={kind === 'deletion' ? 'red' : 'indigo'}>
            {t(`kinds.${kind}`)}
          </Badge>
        )}
        <span>{record.status.name}</span>
        <bdi>{listed(authors.map((one) => personName(one)))}</bdi>
        {since && (
          <time dateTime={since} title={date(since, 'datetime')}>
            {date(since, 'relative')}
          </time>
        )}
      </div>
      {first && (
        <p className={classes.quiet}>
          {t('firstBy', { who: isolate(personName(first)) })} {because && t(`because.${because}`)}
        </p>
      )}
      {verdict && (
        <p className={classes.quiet}>
          {t(`last.${verdict.action}`, {
            who: verdict.person ? isolate(personName(verdict.person)) : t('comments.nobody'),
            when: date(verdict.date, 'datetime'),
          })}
          {verdict.reason && <q dir="auto">{verdict.reason}</q>}
        </p>
      )}
      {record.unconfiremed_value?.returned && (
        <p className={classes.quiet}>
          {t('returnedEdit')} <q dir="auto">{record.unconfiremed_value.returned}</q>
        </p>
      )}
      {record.unconfiremed_value?.deletion && <Callout kind="caution">{t('deletionAsked')}</Callout>}
    </>
  );
}

export function ReviewDetails({ layer, review, looking, isChanged, History, Files }: ReviewDetailsProps) {
  const t = useTranslations('supervision');
  const { number } = useFormat();
  // The values of a table stand in the middle, where others have their map.
  const hasValues = layer.type !== LAYER_TYPES.table;
  const home = hasValues ? 'values' : 'comments';
  const [tab, setTab] = useState<string | null>(home);
  useHotkeys('screen', [{ keys: 'KeyH', run: () => setTab(tab === 'history' ? home : 'history') }]);
  const { record } = review;
  const { form } = layer.config;
  const counted = (name: 'files' | 'comments', n: number) => `${t(`tabs.${name}`)}${n > 0 ? ` (${number(n)})` : ''}`;
  return (
    <div className={classes.details}>
      <Head review={review} looking={looking} isChanged={isChanged} />
      <Checks review={review} form={form} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          {hasValues && <Tabs.Tab value="values">{t('tabs.values')}</Tabs.Tab>}
          <Tabs.Tab value="history" aria-keyshortcuts="H">
            {t('tabs.history')}
          </Tabs.Tab>
          <Tabs.Tab value="files">{counted('files', record.files ?? 0)}</Tabs.Tab>
          <Tabs.Tab value="comments">{counted('comments', review.comments)}</Tabs.Tab>
        </Tabs.List>
        {hasValues && (
          <Tabs.Panel value="values" pt="sm">
            <DiffFields record={record} form={form} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="history" pt="sm">
          <History layer={layer} record={record} />
        </Tabs.Panel>
        <Tabs.Panel value="files" pt="sm">
          <Files record={record.id} />
        </Tabs.Panel>
        <Tabs.Panel value="comments" pt="sm">
          <Comments record={record.id} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
