// How the keys of two layers meet, and the records to work off where they do not.
'use client';
import { Anchor, Button } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import { RELATION_LISTS, type RelationChecked } from '@/contract/schemas/layers/relation';
import { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { useTitles } from '@/lib/i18n/reference-titles';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import type { Ends } from '../logic/relation-values';
import classes from './relations.module.css';

type ListName = (typeof RELATION_LISTS)[number];
const SIZE = 20;

/** The layers' records are read on the server: asked when the four ends are there. */
export function KeyCheck({ ends, kind }: { ends: Ends; kind: 'one' | 'many' }) {
  const t = useTranslations('relations.check');
  const { number } = useFormat();
  const [open, setOpen] = useState<ListName | null>(null);
  const check = useRead(api.relations.check, { body: ends });
  // What is wrong with the ends themselves is said at their fields when they are saved.
  if (check.error instanceof CallError && check.error.status === 400)
    return <Callout kind="caution">{Object.values(check.error.fields)[0] ?? check.error.message}</Callout>;
  if (check.error) return <ErrorState error={check.error} retry={() => void check.refetch()} />;
  if (!check.data) return <ListSkeleton rows={3} />;
  const { data } = check;
  const lists = RELATION_LISTS.filter((list) => data[list] > 0 && (list !== 'extras' || kind === 'one'));
  return (
    <Card title={t('title')}>
      <p className={classes.line}>{t('matched', { n: number(data.matched), count: data.matched })}</p>
      {data.empty > 0 && <p className={classes.line}>{t('empty', { n: number(data.empty) })}</p>}
      {lists.length === 0 && <p className={classes.line}>{t('fine')}</p>}
      {lists.map((list) => (
        <div key={list}>
          <p className={classes.line}>
            {t(list, { n: number(data[list]) })}{' '}
            <Button
              size="compact-xs"
              variant="subtle"
              aria-expanded={open === list}
              onClick={() => setOpen(open === list ? null : list)}
            >
              {t(open === list ? 'hide' : 'show')}
            </Button>
          </p>
          {open === list && <CheckList ends={ends} list={list} count={data[list]} />}
        </div>
      ))}
      {!data.unique && <Callout kind="caution">{t('notUnique')}</Callout>}
      {data.limited && <Callout>{t('limited')}</Callout>}
    </Card>
  );
}

interface CheckListProps {
  ends: Ends;
  list: ListName;
  count: RelationChecked[ListName];
}

/** Each leads to the record, where its key can be mended. */
function CheckList({ ends, list, count }: CheckListProps) {
  const t = useTranslations('relations.check');
  const [limit, setLimit] = useState(SIZE);
  const { data, error, refetch } = useRead(api.relations.check, { body: { ...ends, list, limit } }, { keep: true });
  const records = data?.records ?? [];
  const titles = useTitles(records.map(({ id }) => id));
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} />;
  const layer = list === 'duplicates' ? ends.parent_layer : ends.child_layer;
  return (
    <>
      <ul className={classes.records}>
        {records.map(({ id, key }) => (
          <li key={id}>
            <Anchor component={Link} href={`${href('layerData', { id: layer })}?record=${id}`} size="sm">
              <bdi>{titles.get(id)?.title ?? id}</bdi>
            </Anchor>
            <bdi className={classes.key}>{key}</bdi>
          </li>
        ))}
      </ul>
      {records.length < count && limit < 500 && (
        <Button size="compact-xs" variant="default" onClick={() => setLimit(Math.min(500, limit * 5))}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
