// A ranking by name: a line for each row with a bar as long as its first value. Holds long names, mirrors with the page, and its rows are buttons.
'use client';
import { useDirection } from '@mantine/core';
import { Num } from '../num';
import { lengthsOf } from './chart-data';
import { ChartFrame, type ChartFrameProps } from './chart-frame';
import classes from './charts.module.css';

export type BarsListProps = Omit<ChartFrameProps, 'children' | 'hasNoPicture'>;

export function BarsList(props: BarsListProps) {
  const { data, unit, onPick, picked } = props;
  const { dir } = useDirection();
  const lengths = lengthsOf(data);
  const line = ({ label, values }: (typeof data.rows)[number], i: number) => (
    <>
      <bdi className={classes.barName} title={label}>
        {label}
      </bdi>
      <span className={classes.length} aria-hidden>
        <i style={{ inlineSize: `${(lengths[i] ?? 0) * 100}%` }} />
      </span>
      {typeof values[0] === 'number' ? <Num value={values[0]} {...(unit ? { unit } : {})} /> : <span>–</span>}
    </>
  );
  return (
    <ChartFrame {...props} hasNoPicture>
      <ul dir={dir} className={classes.bars}>
        {data.rows.map((row, i) => (
          <li key={row.key}>
            {onPick ? (
              <button
                type="button"
                className={classes.bar}
                aria-pressed={row.key === picked}
                onClick={() => onPick(row.key)}
              >
                {line(row, i)}
              </button>
            ) : (
              <div className={classes.bar}>{line(row, i)}</div>
            )}
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
