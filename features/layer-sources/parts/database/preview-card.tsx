// The first rows of the table, and where they lie.
'use client';
import { Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { type ForeignTable, MAX_COUNT, type TablePreview } from '@/contract/schemas/database';
import { useFormat } from '@/lib/i18n/use-format';
import { PlainMap, type ShapeSet } from '@/map/index';
import { takenOf } from '../../logic/database-values';
import classes from './database.module.css';
import type { DatabaseState } from './use-database';

/** Shapes of the rows, and the one that was picked above them. */
function setsOf(rows: TablePreview['rows'], picked: number | null): ShapeSet[] {
  const shapes = rows.flatMap(({ geometry }, id) => (geometry ? [{ id, geometry }] : []));
  return [
    { id: 'rows', role: 'after', shapes },
    { id: 'picked', role: 'found', shapes: shapes.filter(({ id }) => id === picked) },
  ];
}

interface RowsProps {
  rows: TablePreview['rows'];
  fields: ForeignTable['fields'];
  picked: number | null;
  onPick: (row: number) => void;
}

/** A cell as the layer will show it; what cannot be read stays as the database wrote it. */
function useCellText() {
  const t = useTranslations('layerSources.database');
  const { date, digits, lang } = useFormat();
  return (type: ForeignTable['fields'][number]['type'], text: string): string => {
    if (type === 'integer') return digits(text);
    // As the database writes it, with all its decimals.
    if (type === 'decimal') return digits(lang === 'fa' ? text.replace('.', '٫') : text);
    if (type === 'boolean') return text === 'true' ? t('yes') : text === 'false' ? t('no') : text;
    if (type === 'date') return date(text);
    return type === 'datetime' ? digits(text) : text;
  };
}

function Rows({ rows, fields, picked, onPick }: RowsProps) {
  const t = useTranslations('layerSources.database');
  const cellText = useCellText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.rows} aria-label={t('scroller')} tabIndex={0}>
      <table aria-label={t('firstRows')}>
        <thead>
          <tr>
            {fields.map(({ name }) => (
              <th key={name} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ values }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a foreign table have nothing else of their own.
            <tr key={i} data-picked={i === picked || undefined} onClick={() => onPick(i)}>
              {fields.map(({ name, type }) => {
                const text = values[name];
                return (
                  <td key={name}>
                    {text == null ? <span className={classes.quiet}>—</span> : <bdi>{cellText(type, text)}</bdi>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function PreviewCard({ database }: { database: DatabaseState }) {
  const t = useTranslations('layerSources.database');
  const { number } = useFormat();
  const { preview, resource } = database;
  const { values } = resource.form;
  const [picked, setPicked] = useState<number | null>(null);
  const { data } = preview;
  const rows = data?.rows;
  const sets = useMemo(() => setsOf(rows ?? [], picked), [rows, picked]);
  const hasPlaces = sets[0]?.shapes.length !== 0;
  const takenNames = new Set(takenOf(values).map(({ name }) => name));
  const fields = (values.table?.fields ?? []).filter(({ name }) => takenNames.has(name));
  const count = () => {
    if (!data) return undefined;
    if (data.total === null) return t('manyRows');
    return t(data.total >= MAX_COUNT ? 'rowsOver' : 'rowsPass', { n: number(data.total), count: data.total });
  };
  return (
    <Card title={t('firstRows')} hint={<span role="status">{preview.isFetching ? t('reading') : count()}</span>}>
      {preview.error && <ErrorState error={preview.error} retry={() => void preview.refetch()} />}
      {!data && !preview.error && <Skeleton h={200} />}
      {rows && !preview.error && rows.length === 0 && <Callout>{t('noRows')}</Callout>}
      {rows && !preview.error && rows.length > 0 && fields.length > 0 && (
        <Rows rows={rows} fields={fields} picked={picked} onPick={setPicked} />
      )}
      {rows && rows.length > 0 && values.type !== 0 && (
        <div className={classes.map}>
          <PlainMap label={t('map')} sets={sets} onPick={(_, row) => setPicked(row)}>
            {!hasPlaces && (
              <div className={classes.mapNote}>
                <Callout>{t(values.srid === null ? 'mapNeedsSystem' : 'mapEmpty')}</Callout>
              </div>
            )}
          </PlainMap>
        </div>
      )}
    </Card>
  );
}
