// Classes of a number field: where they begin, how they look, how many records each has.
'use client';
import { Group, Select, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { NumberField } from '@/components/fields/number-field';
import type { Style } from '@/contract/schemas/style';
import { useFormat } from '@/lib/i18n/use-format';
import { MAX_CLASSES, METHODS, type Method, type Spread } from '../logic/breaks';
import {
  breaksOf,
  coloursOf,
  type Graduated,
  recolour,
  VARIES,
  type Varies,
  variesOf,
  withMarks,
} from '../logic/classes';
import { rampOf } from '../logic/ramps';
import { RampSelect } from '../ramp-select';
import classes from '../styling.module.css';
import type { LookProps } from '../use-look';
import { AllMarks, ClassRow } from './class-row';
import { Histogram } from './histogram';
import { USUAL_CLASSES, useClasses } from './use-classes';

interface ClassRowsProps {
  style: Graduated;
  type: number;
  /** Records of each class. */
  counts: readonly number[] | undefined;
  onChange: (style: Graduated) => void;
  /** What stands at the end of a row. */
  bound: (i: number) => ReactNode;
}

const ClassRows = ({ style, type, counts, onChange, bound }: ClassRowsProps) => {
  const t = useTranslations('map.tools.styling');
  return (
    <ul className={classes.rows} aria-label={t('classes')}>
      {style.classes.map((c, i) => (
        <ClassRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a class keeps its place while its bounds move.
          key={i}
          name={c.label}
          label={c.label}
          mark={c.symbol}
          type={type}
          count={counts?.[i] ?? 0}
          onChange={(part) => onChange({ ...style, classes: style.classes.with(i, { ...c, ...part }) })}
        >
          {bound(i)}
        </ClassRow>
      ))}
    </ul>
  );
};

interface LowerBoundProps {
  style: Graduated;
  /** Which class. */
  i: number;
  spread: Spread;
  onChange: (breaks: readonly number[]) => void;
}

/** Where a class begins, which cannot pass its neighbours. */
const LowerBound = ({ style, i, spread, onChange }: LowerBoundProps) => {
  const t = useTranslations('map.tools.styling');
  const breaks = breaksOf(style);
  const { from, label } = style.classes[i] as Graduated['classes'][number];
  if (from === null) return null;
  return (
    <NumberField
      aria-label={t('fromOf', { label })}
      className={classes.from}
      leftSection={<Text size="xs">{t('from')}</Text>}
      leftSectionWidth={44}
      leftSectionPointerEvents="none"
      value={from}
      min={breaks[i - 2] ?? spread.min}
      max={breaks[i] ?? spread.max}
      step={(spread.max - spread.min) / 100}
      onChange={(to) => {
        const next = breaks.with(i - 1, to);
        if (next.every((b, n) => n === 0 || b > (next[n - 1] as number))) onChange(next);
      }}
    />
  );
};

interface RuleFieldsProps {
  method: Method;
  count: number;
  onChange: (method: Method, count: number) => void;
}

/** By which rule the classes are made, and how many. */
const RuleFields = ({ method, count, onChange }: RuleFieldsProps) => {
  const t = useTranslations('map.tools.styling');
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <Select
        flex={1}
        label={t('method')}
        data={METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
        value={method}
        allowDeselect={false}
        onChange={(value) => onChange(value as Method, count)}
      />
      <NumberField
        label={t('classCount')}
        w={84}
        whole
        min={2}
        max={MAX_CLASSES}
        value={count}
        onChange={(next) => onChange(method === 'own' ? 'natural' : method, next)}
      />
    </Group>
  );
};

/** `varies`: what classes begin with. */
export const GraduatedEditor = (props: LookProps & { varies: Varies }) => {
  const t = useTranslations('map.tools.styling');
  const { number } = useFormat();
  const { style, fields, name, setField, read, spread, breaks, setBreaks, counts, method, setRule, build } =
    useClasses(props);
  const { layer, change } = props;
  if (fields.length === 0) return <EmptyState title={t('noNumberTitle')} text={t('noNumberText')} noAct="final" />;

  const { data } = read;
  const count = style?.classes.length ?? USUAL_CLASSES;
  const restyle = (next: Style) => change({ style: next });
  return (
    <Stack gap="sm">
      <Select
        label={t('field')}
        data={fields.map((f) => ({ value: f.name, label: f.label }))}
        value={name}
        allowDeselect={false}
        searchable
        onChange={setField}
      />
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isLoading && <ListSkeleton rows={4} />}
      {data?.count === 0 && <EmptyState title={t('noValueTitle')} text={t('noValueText')} noAct="beside" />}
      {style && spread && data && (
        <>
          <RuleFields method={method} count={count} onChange={setRule} />
          <Histogram bins={data.bins} spread={spread} breaks={breaks} colours={coloursOf(style)} onChange={setBreaks} />
          <Text size="xs" c="dimmed">
            {t(data.capped ? 'spreadSample' : 'spread', { count: number(data.count), empty: number(data.empty) })}
          </Text>
          <RampSelect
            value={rampOf(coloursOf(style))}
            row={coloursOf(style)}
            kinds={['sequential', 'diverging', 'qualitative']}
            onChange={(ramp, reversed) => restyle(recolour(style, ramp, reversed))}
          />
          {layer.type !== 3 && (
            <Select
              label={t('varies')}
              data={VARIES.map((value) => ({ value, label: t(`variesBy.${value}`) }))}
              value={variesOf(style)}
              allowDeselect={false}
              onChange={(value) => build({ method: 'own', count, varies: value as Varies })}
            />
          )}
          <ClassRows
            style={style}
            type={layer.type}
            counts={counts}
            onChange={restyle}
            bound={(i) => method === 'own' && <LowerBound style={style} i={i} spread={spread} onChange={setBreaks} />}
          />
          <AllMarks
            style={style}
            type={layer.type}
            without={variesOf(style) === 'colour' ? ['color'] : ['color', 'size']}
            onChange={(same) =>
              restyle(
                withMarks(style, ({ color, size }) => ({
                  ...same,
                  color,
                  ...(variesOf(style) === 'colour' ? {} : { size }),
                })),
              )
            }
          />
        </>
      )}
    </Stack>
  );
};
