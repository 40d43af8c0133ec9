// What the search offers for a text: places, tools, layers, features and screens; for none, what is wanted most often.
'use client';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { z } from 'zod';
import { api } from '@/contract';
import { allows } from '@/contract/rights';
import type { Layer } from '@/contract/schemas/layer';
import type { FoundHere } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { useWho } from '@/lib/api/use-who';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { type Route, type RouteId, routes } from '@/lib/routes/table';
import { pinPlace, useLayers, useMap, usePlaceText, useTool, useWrittenPlace } from '@/map';
import { isSwitch, keyLabel, NAMED_TOOLS, toolContext, tools } from '@/tools';
import { findMatches } from '../../logic/palette';
import { findPlaces, largestTowns, type Place, placeExtent } from '../../logic/places';
import { useRecentChoices } from '../../logic/recent-choices';
import { usePlaces } from './use-places';

const DEBOUNCE_MS = 250;
const MIN_LETTERS = 2;
/** Of each kind but records. */
const MAX_OF_KIND = 5;
/** Towns that are suggested before anything is typed. */
const MAX_TOWNS = 3;
const CLOSE = 15;

export interface Choice {
  key: string;
  label: string;
  /** A second line: a layer, a key, what it is. */
  note?: string;
  also?: string;
  /** The note is a line of its own. */
  below?: boolean;
  /** The note is numbers. */
  ltr?: boolean;
  /** The note is a key. */
  isKey?: true;
  /** It is a place: the map has the keyboard then. */
  isPlace?: true;
  run: () => void;
}
export interface Section {
  title: string;
  choices: Choice[];
}

export interface SearchBoxProps {
  layers: readonly Layer[];
  onFound: (hit: z.infer<typeof FoundHere>) => void;
  onKeys: () => void;
}

/** Tools that can be used now, layers and screens. */
function useNamedChoices({ layers, onKeys }: SearchBoxProps) {
  const t = useTranslations('home');
  const texts = useTranslations('map.tools');
  const titles = useTranslations('routes');
  const router = useRouter();
  const map = useMap();
  const who = useWho();
  const { activate, toggle } = useTool();
  const context = toolContext();
  const toolChoices: (Choice & { id: string })[] = tools.flatMap((tool) => {
    if (tool.disabled?.(context)) return [];
    const run = () => (isSwitch(tool) ? toggle(tool.id) : activate(tool.id));
    const label = texts(`${tool.id}.title`);
    const note = tool.hotkey ? { note: keyLabel(tool.hotkey), isKey: true as const } : {};
    return [{ key: `tool/${tool.id}`, id: tool.id, label, ...note, run }];
  });
  const layerChoices: Choice[] = layers.map((layer) => ({
    key: `layer/${layer.id}`,
    label: layer.label,
    run: () => {
      useLayers.getState().setVisible([layer.id], true);
      useTool.getState().setTarget(layer.id);
      if (layer.extent) map.fitExtent(layer.extent);
    },
  }));
  const screenChoices: Choice[] = (Object.entries(routes) as [RouteId, Route][]).flatMap(([id, route]) =>
    route.menu && route.built && id !== 'home' && allows(who, route.needs) && !route.path.includes(':')
      ? [{ key: `screen/${id}`, label: titles(`${id}.title`), run: () => router.push(href(id as 'settings')) }]
      : [],
  );
  const keys: Choice = { key: 'keys', label: t('keys.title'), note: '?', isKey: true, run: onKeys };
  return { toolChoices, layerChoices, screenChoices, keys };
}

/** A written coordinate, regions, and places by name; for no text the largest towns in view. */
function usePlaceChoices(text: string, query: string, isEnabled: boolean) {
  const t = useTranslations('home.search');
  const map = useMap();
  const { coordinates } = useFormat();
  const at = useWrittenPlace(text, () => map.getView().center);
  const write = usePlaceText();
  const regions = useRead(
    api.regions.list,
    { query: { search: query, limit: MAX_OF_KIND } },
    { enabled: isEnabled, keep: true },
  );
  const { places, want } = usePlaces();
  const matches = useMemo(() => findPlaces(places, text, MAX_OF_KIND), [places, text]);
  const language = useLocale() === 'fa' ? 0 : 1;
  const named = (names: Place['names']) => names[language] || names[0] || names[1];
  const noteOf = ({ area }: Place) =>
    !area ? t('country') : area.kind === 'province' ? t('province', { name: named(area.names) }) : named(area.names);
  const choices: Choice[] = [
    ...(at
      ? [
          {
            key: `at/${at.join()}`,
            label: t('goTo'),
            note: coordinates(write(at)),
            below: true,
            ltr: true,
            isPlace: true as const,
            run: () => {
              map.flyTo({ center: at, zoom: CLOSE });
              pinPlace(at, coordinates(write(at)));
            },
          },
        ]
      : []),
    ...(isEnabled ? (regions.data?.results ?? []) : []).map(({ id, label, extent }) => ({
      key: `region/${id}`,
      label,
      note: t('region'),
      isPlace: true as const,
      run: () => map.fitExtent(extent),
    })),
    ...(text.trim() === '' ? largestTowns(places, map.getExtent(), MAX_TOWNS) : matches).map((place) => ({
      key: `place/${place.key}`,
      label: named(place.names),
      note: noteOf(place),
      below: true,
      isPlace: true as const,
      run: () => {
        map.fitExtent(placeExtent(place));
        pinPlace(place.at, named(place.names));
      },
    })),
  ];
  return { choices, isFetching: regions.isFetching, want };
}

/** The sections of what is offered; `want` is to be called when somebody turns to the search. */
export function useSearchChoices(text: string, props: SearchBoxProps) {
  const t = useTranslations('home.search');
  const [query] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const isEnabled = query.length >= MIN_LETTERS;
  const records = useRead(
    api.records.search,
    { query: { search: query, mini: 'true' }, body: { layers: [] } },
    { enabled: isEnabled, keep: true },
  );
  const places = usePlaceChoices(text, query, isEnabled);
  const named = useNamedChoices(props);
  const recent = useRecentChoices((s) => s.recent);
  const isEmpty = text.trim() === '';
  const recentKeys = new Set(recent.map(({ key }) => key));
  const rest = (choices: readonly Choice[]) => choices.filter(({ key }) => !recentKeys.has(key)).slice(0, MAX_OF_KIND);
  const sections: Section[] = isEmpty
    ? [
        { title: t('kinds.recent'), choices: [...recent] },
        {
          title: t('kinds.tool'),
          choices: rest(named.toolChoices.filter(({ id }) => NAMED_TOOLS.some((one) => one === id))),
        },
        { title: t('kinds.layer'), choices: rest(named.layerChoices) },
        { title: t('kinds.place'), choices: rest(places.choices) },
      ]
    : [
        { title: t('kinds.place'), choices: places.choices },
        { title: t('kinds.tool'), choices: findMatches([...named.toolChoices, named.keys], text, MAX_OF_KIND) },
        { title: t('kinds.layer'), choices: findMatches(named.layerChoices, text, MAX_OF_KIND) },
        {
          title: t('kinds.record'),
          choices: (isEnabled ? (records.data ?? []) : []).map((hit) => ({
            key: `record/${hit.id}`,
            label: hit.title,
            note: props.layers.find((l) => l.id === hit.layer)?.label ?? '',
            run: () => props.onFound(hit),
          })),
        },
        { title: t('kinds.screen'), choices: findMatches(named.screenChoices, text, MAX_OF_KIND) },
      ];
  return {
    sections: sections.filter(({ choices }) => choices.length > 0),
    isWaiting: isEnabled && (records.isFetching || places.isFetching),
    isFailed: records.isError,
    want: places.want,
  };
}
