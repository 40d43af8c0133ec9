// Classes of a number field: where they begin, how they look, how many records each has.
'use client';
import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import { isNumeric } from '@/contract/fields';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { NumberField } from '../parts/number-field';
import { Histogram } from './histogram';
import { breaksFor, MAX_CLASSES, METHODS, type Method, type Spread } from './logic/breaks';
import {
  baseMark,
  breaksOf,
  coloursOf,
  graduated,
  recolour,
  VARIES,
  type Varies,
  variesOf,
  type Words,
  withBreaks,
  withMarks,
} from './logic/classes';
import { type Ramp, rampById, rampOf } from './logic/ramps';
import { MarkButton } from './mark-editor';
import { RampSelect } from './ramp-select';
import classes from './styling.module.css';
import type { LookProps } from './use-look';

const USUAL_CLASSES = 5;

/** What classes are called, in the reader's language and digits. */
export const useClassWords = (): Words => {
  const t = useTranslations('map.tools.styling.classWords');
  const { number } = useFormat();
  const text = (n: number) => number(n, { maximumFractionDigits: 12, useGrouping: 'min2' });
  return {
    below: (to) => t('below', { to: text(to) }),
    between: (from, to) => t('between', { from: text(from), to: text(to) }),
    above: (from) => t('above', { from: text(from) }),
    all: () => t('all'),
  };
};

export const GraduatedEditor = ({ layer, look, change }: LookProps) => {
  const t = useTranslations('map.tools.styling');
  const { number } = useFormat();
  const words = useClassWords();
  const style = look.style.kind === 'graduated' ? look.style : null;
  const fields = layer.config.form.filter(isNumeric);
  const [name, setName] = useState(style?.field ?? fields[0]?.name ?? '');
  const [method, setMethod] = useState<Method>(style ? 'own' : 'natural');
  /** The kind or the field was just chosen: it is drawn as soon as its values are known. */
  const [isPending, setIsPending] = useState(style === null);
  const own = style?.field === name ? style : null;
  const breaks = own ? breaksOf(own) : [];
  const hasField = fields.some((f) => f.name === name);

  const read = useRead(
    api.records.distribution,
    { params: { layer: layer.id }, query: { field: name } },
    { enabled: hasField, staleTime: 60_000 },
  );
  const counted = useRead(
    api.records.distribution,
    { params: { layer: layer.id }, query: { field: name, breaks } },
    { enabled: hasField && breaks.length > 0, keep: true, staleTime: 60_000 },
  );
  const { data } = read;
  const spread: Spread | null =
    data && data.min !== null && data.max !== null ? { min: data.min, max: data.max, sample: data.sample } : null;
  const currentRamp = own && rampOf(coloursOf(own));

  const build = (how: { method: Method; count: number; ramp?: Ramp; reversed?: boolean; varies?: Varies }) => {
    if (!spread) return;
    const base = baseMark(look.style);
    change({
      style: graduated({
        field: name,
        breaks: how.method === 'own' ? breaks : breaksFor(how.method, spread, how.count),
        ramp: how.ramp ?? currentRamp?.ramp ?? (rampById('viridis') as Ramp),
        reversed: how.reversed ?? currentRamp?.reversed ?? false,
        varies: how.varies ?? (own ? variesOf(own) : 'colour'),
        base,
        words,
      }),
    });
  };

  useEffect(() => {
    if (!isPending || !spread) return;
    setIsPending(false);
    build({ method: method === 'own' ? 'natural' : method, count: USUAL_CLASSES });
  });

  if (fields.length === 0) return <EmptyState title={t('noNumberTitle')} text={t('noNumberText')} />;
  const count = own?.classes.length ?? USUAL_CLASSES;
  const counts = breaks.length > 0 ? counted.data?.classes : data?.classes;
  const setBreaks = (next: readonly number[]) => {
    if (!own) return;
    setMethod('own');
    change({ style: withBreaks(own, next, words) });
  };
  return (
    <Stack gap="sm">
      <Select
        label={t('field')}
        data={fields.map((f) => ({ value: f.name, label: f.label }))}
        value={name}
        allowDeselect={false}
        searchable
        onChange={(value) => {
          if (!value || value === name) return;
          setName(value);
          setIsPending(true);
          if (method === 'own') setMethod('natural');
        }}
      />
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isLoading && <ListSkeleton rows={4} />}
      {data?.count === 0 && <EmptyState title={t('noValueTitle')} text={t('noValueText')} />}
      {own && spread && data && (
        <>
          <Group gap="xs" wrap="nowrap" align="start">
            <Select
              flex={1}
              label={t('method')}
              data={METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
              value={method}
              allowDeselect={false}
              onChange={(value) => {
                const next = value as Method;
                setMethod(next);
                if (next !== 'own') build({ method: next, count });
              }}
            />
            <NumberField
              label={t('classCount')}
              w={84}
              whole
              min={2}
              max={MAX_CLASSES}
              value={count}
              onChange={(next) => {
                const how = method === 'own' ? 'natural' : method;
                setMethod(how);
                build({ method: how, count: next });
              }}
            />
          </Group>
          <Histogram bins={data.bins} spread={spread} breaks={breaks} colours={coloursOf(own)} onChange={setBreaks} />
          <Text size="xs" c="dimmed">
            {t(data.capped ? 'spreadSample' : 'spread', { count: number(data.count), empty: number(data.empty) })}
          </Text>
          <RampSelect
            value={currentRamp}
            row={coloursOf(own)}
            kinds={['sequential', 'diverging', 'qualitative']}
            onChange={(ramp, reversed) => change({ style: recolour(own, ramp, reversed) })}
          />
          {layer.type !== 3 && (
            <Select
              label={t('varies')}
              data={VARIES.map((value) => ({ value, label: t(`variesBy.${value}`) }))}
              value={variesOf(own)}
              allowDeselect={false}
              onChange={(value) => build({ method: 'own', count, varies: value as Varies })}
            />
          )}
          <ul className={classes.rows} aria-label={t('classes')}>
            {own.classes.map((c, i) => {
              const set = (part: Partial<typeof c>) =>
                change({ style: { ...own, classes: own.classes.with(i, { ...c, ...part }) } });
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a class keeps its place while its bounds move.
                <li key={i} className={classes.row}>
                  <MarkButton
                    label={t('markOf', { label: c.label })}
                    mark={c.symbol}
                    type={layer.type}
                    onChange={(symbol) => set({ symbol })}
                  />
                  <TextInput
                    aria-label={t('labelOf', { label: c.label })}
                    value={c.label}
                    maxLength={200}
                    dir="auto"
                    onChange={(event) => set({ label: event.currentTarget.value })}
                  />
                  <span className={classes.count}>{number(counts?.[i] ?? 0)}</span>
                  {method === 'own' && c.from !== null && (
                    <NumberField
                      aria-label={t('fromOf', { label: c.label })}
                      className={classes.from}
                      leftSection={<Text size="xs">{t('from')}</Text>}
                      leftSectionWidth={44}
                      leftSectionPointerEvents="none"
                      value={c.from}
                      min={breaks[i - 2] ?? spread.min}
                      max={breaks[i] ?? spread.max}
                      step={(spread.max - spread.min) / 100}
                      onChange={(to) => {
                        const next = breaks.with(i - 1, to);
                        if (next.every((b, n) => n === 0 || b > (next[n - 1] as number))) setBreaks(next);
                      }}
                    />
                  )}
                </li>
              );
            })}
          </ul>
          <Group gap="xs">
            <MarkButton
              label={t('allMarks')}
              mark={baseMark(own)}
              type={layer.type}
              without={variesOf(own) === 'colour' ? ['color'] : ['color', 'size']}
              onChange={({ color: _c, size, ...same }) =>
                change({
                  style: withMarks(own, (m) => ({ ...m, ...same, ...(variesOf(own) === 'colour' ? { size } : {}) })),
                })
              }
            />
            <Text size="sm">{t('allMarks')}</Text>
          </Group>
        </>
      )}
    </Stack>
  );
};
