// Classes of a number field as they are made: by which rule, from which values of the records, with which words.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { api } from '@/contract';
import { isNumeric } from '@/contract/fields';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { breaksFor, type Method, type Spread } from '../logic/breaks';
import {
  baseMark,
  breaksOf,
  coloursOf,
  graduated,
  type Varies,
  variesOf,
  type Words,
  withBreaks,
} from '../logic/classes';
import { type Ramp, rampById, rampOf } from '../logic/ramps';
import type { LookProps } from '../use-look';

/** How many classes a field gets at first. */
export const USUAL_CLASSES = 5;

/** What classes are called, in the reader's language and digits. */
const useClassWords = (): Words => {
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

/** The field that is drawn, how its values spread, and the classes that are made of them. */
export const useClasses = ({ layer, look, change, varies: first }: LookProps & { varies: Varies }) => {
  const words = useClassWords();
  const style = look.style.kind === 'graduated' ? look.style : null;
  const fields = layer.config.form.filter(isNumeric);
  const [name, setName] = useState(style?.field ?? fields[0]?.name ?? '');
  const [method, setMethod] = useState<Method>(style ? 'own' : 'natural');
  /** The kind or the field was just chosen: it is drawn as soon as its values are known. */
  const [isPending, setIsPending] = useState(style === null || (variesOf(style) === 'size') !== (first === 'size'));
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
        range: [spread.min, spread.max],
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
    build({
      method: method === 'own' ? 'natural' : method,
      count: own?.classes.length ?? USUAL_CLASSES,
      varies: first,
    });
  });

  const setField = (next: string | null) => {
    if (!next || next === name) return;
    setName(next);
    setIsPending(true);
    if (method === 'own') setMethod('natural');
  };
  const setBreaks = (next: readonly number[]) => {
    if (!own) return;
    setMethod('own');
    change({ style: withBreaks(own, next, words) });
  };
  /** Classes by a rule; `own` keeps the breaks that are there. */
  const setRule = (next: Method, count: number) => {
    setMethod(next);
    if (next !== 'own') build({ method: next, count });
  };
  const counts = breaks.length > 0 ? counted.data?.classes : data?.classes;
  return { style: own, fields, name, setField, read, spread, breaks, setBreaks, counts, method, setRule, build };
};
