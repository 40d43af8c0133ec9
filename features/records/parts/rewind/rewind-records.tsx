// The records of a rewind: a list with what each becomes, all of the page on a map, and one of them before and after.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { DiffTable } from '@/components/diff-table';
import { api } from '@/contract/index';
import type { RewindPage, RewindRecord } from '@/contract/schemas/records/rewind';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { PlainMap, RecordDiffMap, type ShapeSet } from '@/map';
import classes from './rewind.module.css';

interface RewindRecordsProps {
  data: RewindPage;
  page: number;
  size: 50;
  onPage: (page: number) => void;
}

/** The page's shapes, as they are and as they will be. */
const setsOf = (records: readonly RewindRecord[]): ShapeSet[] =>
  (['before', 'after'] as const).map((role) => ({
    id: role,
    role,
    shapes: records.flatMap(({ id, becomes, now, after }) => {
      const geometry = becomes === 'skip' ? null : ((role === 'before' ? now : after)?.geometry ?? null);
      return geometry ? [{ id, geometry }] : [];
    }),
  }));

/** One record, field by field and on the map. */
function Change({ record }: { record: RewindRecord }) {
  const t = useTranslations('records.rewind');
  const text = useValueText();
  const layer = useRead(api.layers.one, { params: { id: record.layer } });
  const form = layer.data?.config.form ?? [];
  const { now, after, fields } = record;
  const rows = fields
    .filter((name) => name !== '')
    .map((name) => {
      const field = form.find((one) => one.name === name);
      const textIn = (state: RewindRecord['now']) => text(field, state?.value[name]) || t('noValue');
      return { id: name, label: field?.label ?? name, before: textIn(now), after: textIn(after) };
    });
  return (
    <div className={classes.change}>
      {rows.length > 0 && (
        <DiffTable
          label={t('difference')}
          heads={{ field: t('field'), before: t('now'), after: t('then') }}
          rows={rows}
        />
      )}
      {(now?.geometry || after?.geometry) && (
        <div className={classes.map}>
          <RecordDiffMap before={now?.geometry ?? null} after={after?.geometry ?? null} />
        </div>
      )}
    </div>
  );
}

/** What becomes of it, and who changed it later. */
function useActText() {
  const t = useTranslations('records.rewind');
  return ({ becomes, conflict, by }: RewindRecord) => {
    const who = by ? personName(by) : t('somebody');
    const reason = conflict === null ? '' : t(`conflictOf.${conflict}`, { who });
    return [t(`becomes.${becomes}`), reason].filter(Boolean).join(' · ');
  };
}

export function RewindRecords({ data, page, size, onPage }: RewindRecordsProps) {
  const t = useTranslations('records.rewind');
  const tAct = useTranslations('records.history.action');
  const { date, digits, joined } = useListText();
  const actText = useActText();
  const [openId, setOpen] = useState<number | null>(null);
  const labels = new Map(data.layers.map(({ layer, label }) => [layer, label]));
  const sets = useMemo(() => setsOf(data.results), [data.results]);
  const hasShapes = sets.some(({ shapes }) => shapes.length > 0);
  return (
    <div className={classes.records}>
      <section aria-label={t('list')} className={classes.list}>
        <ol>
          {data.results.map((record) => {
            const isOpen = record.id === openId;
            return (
              <li key={record.id} data-act={record.becomes}>
                <Button
                  variant="subtle"
                  fullWidth
                  justify="flex-start"
                  h="auto"
                  py={6}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : record.id)}
                >
                  <span className={classes.row}>
                    <strong>
                      <bdi>{labels.get(record.layer) ?? ''}</bdi> · {t('record', { id: digits(record.id) })}
                    </strong>
                    <span>{actText(record)}</span>
                    <small>
                      {joined(record.acts.map((act) => tAct(act)))} · {date(record.last, 'datetime')}
                    </small>
                  </span>
                </Button>
                {isOpen && <Change record={record} />}
              </li>
            );
          })}
        </ol>
        <Pager page={page} size={size} rowCount={data.results.length} count={data.count} onPage={onPage} />
      </section>
      {hasShapes && (
        <div className={classes.place}>
          <PlainMap label={t('map')} sets={sets} onPick={(_, id) => setOpen(id)} />
        </div>
      )}
    </div>
  );
}

function useListText() {
  const { date, digits } = useFormat();
  const t = useTranslations('records.rewind');
  return { date, digits, joined: (parts: readonly string[]) => parts.join(t('joint')) };
}
