// The values of the shapes, as a grid of keys: it stays cheap with a thousand rows, and every value can be copied.
'use client';
import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { useId, useRef } from 'react';
import { Num } from '@/components/num';
import type { AnalysisColumn, AnalysisFeature } from '@/contract/schemas/analysis';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import classes from './analysis.module.css';
import { useCells } from './use-cells';

const ROW = 33;

interface ValuesTableProps {
  columns: readonly AnalysisColumn[];
  features: readonly AnalysisFeature[];
  onShow: (feature: AnalysisFeature) => void;
  onCopy: (text: string) => void;
}

const Head = ({ columns }: Pick<ValuesTableProps, 'columns'>) => {
  const t = useTranslations('map.tools.analysis');
  return (
    <>
      <colgroup>
        <col className={classes.numbers} />
        {columns.map((one) => (
          <col key={one.name} className={classes.column} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">{t('number')}</th>
          {columns.map((one) => (
            <th key={one.name} scope="col" title={one.label}>
              <bdi>{one.label}</bdi>
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
};

export const ValuesTable = ({ columns, features, onShow, onCopy }: ValuesTableProps) => {
  const t = useTranslations('map.tools.analysis');
  const { number } = useFormat();
  const valueText = useValueText();
  const help = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: features.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    scrollPaddingStart: ROW,
    overscan: 6,
  });
  const { cell, onKeyDown } = useCells({
    rows: features.length,
    columns: columns.length + 1,
    scroller,
    scrollTo: virtual.scrollToIndex,
    onUse: (i, j) => {
      const feature = features[i];
      const one = columns[j - 1];
      if (!feature) return;
      if (one) onCopy(valueText(one, feature.values[one.name]));
      else onShow(feature);
    },
  });

  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <VisuallyHidden id={help}>{t('valuesHelp')}</VisuallyHidden>
      <div ref={scroller} className={classes.scroller}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the focus, which makes a table a grid
          role="grid"
          className={classes.table}
          aria-label={t('values')}
          aria-describedby={help}
          aria-rowcount={features.length + 1}
          aria-colcount={columns.length + 1}
          onKeyDown={onKeyDown}
        >
          <Head columns={columns} />
          <tbody>
            {above > 0 && <tr aria-hidden style={{ blockSize: above }} />}
            {items.map(({ index }) => {
              const feature = features[index];
              if (!feature) return null;
              return (
                <tr key={index} aria-rowindex={index + 2}>
                  <td {...cell(index, 0)} aria-label={t('showOne', { n: number(index + 1) })}>
                    <Num value={index + 1} />
                  </td>
                  {columns.map((one, j) => {
                    const text = valueText(one, feature.values[one.name]);
                    return (
                      <td key={one.name} title={text} {...cell(index, j + 1)}>
                        <bdi>{text || '—'}</bdi>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            {below > 0 && <tr aria-hidden style={{ blockSize: below }} />}
          </tbody>
        </table>
      </div>
    </>
  );
};
