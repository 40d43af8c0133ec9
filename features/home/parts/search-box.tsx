// One search over everything on the map: a coordinate, regions and places, tools, layers, records, screens. Ctrl+K brings the cursor here.
'use client';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { api } from '@/contract';
import { allows } from '@/contract/rights';
import type { Layer } from '@/contract/schemas/layer';
import type { FoundHere } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { useWho } from '@/lib/api/use-who';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { type Route, type RouteId, routes } from '@/lib/routes/table';
import { markPlace, useLayers, useMap, usePlaceText, useTool, useWrittenPlace } from '@/map';
import { isSwitch, keyLabel, toolContext, tools } from '@/tools';
import { findMatches } from '../logic/palette';
import { findPlaces, type Place, placeExtent } from '../logic/places';
import classes from './search-box.module.css';
import { usePlaces } from './use-places';

const DEBOUNCE_MS = 250;
const MIN_LETTERS = 2;
/** Of each kind but records. */
const MAX_OF_KIND = 5;
const CLOSE = 15;
type Hit = z.infer<typeof FoundHere>;

interface Choice {
  key: string;
  label: string;
  /** A second line: a layer, a key, what it is. */
  note?: string;
  also?: string;
  /** The note is a line of its own. */
  below?: boolean;
  /** The note is numbers. */
  ltr?: boolean;
  run: () => void;
}

export interface SearchBoxProps {
  layers: readonly Layer[];
  onFound: (hit: Hit) => void;
  onKeys: () => void;
}

export function SearchBox({ layers, onFound, onKeys }: SearchBoxProps) {
  const t = useTranslations('home');
  const texts = useTranslations('map.tools');
  const titles = useTranslations('routes');
  const router = useRouter();
  const map = useMap();
  const who = useWho();
  const { activate, toggle } = useTool();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const enabled = query.length >= MIN_LETTERS;
  const records = useRead(
    api.records.search,
    { query: { search: query, mini: 'true' }, body: { layers: [] } },
    { enabled, keep: true },
  );
  const regions = useRead(api.regions.list, { query: { search: query, limit: MAX_OF_KIND } }, { enabled, keep: true });
  const { places, want } = usePlaces();
  const placeMatches = useMemo(() => findPlaces(places, text, MAX_OF_KIND), [places, text]);
  const language = useLocale() === 'fa' ? 0 : 1;
  const named = (names: Place['names']) => names[language] || names[0] || names[1];
  const noteOf = ({ area }: Place) =>
    !area
      ? t('search.country')
      : area.kind === 'province'
        ? t('search.province', { name: named(area.names) })
        : named(area.names);

  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  useHotkeys('screen', [{ keys: 'Mod+KeyK', whileTyping: true, repeats: true, run: focus }]);

  const at = useWrittenPlace(text, () => map.getView().center);
  const write = usePlaceText();
  const { digits } = useFormat();
  const context = toolContext();
  const toolChoices: Choice[] = tools.flatMap((tool) => {
    if (tool.disabled?.(context)) return [];
    const run = () => (isSwitch(tool) ? toggle(tool.id) : activate(tool.id));
    const label = texts(`${tool.id}.title`);
    return [{ key: `tool/${tool.id}`, label, ...(tool.hotkey ? { note: keyLabel(tool.hotkey) } : {}), run }];
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
  const more: Choice[] = [{ key: 'keys', label: t('keys.title'), note: '?', run: onKeys }];
  const sections: { title: string; choices: Choice[] }[] = [
    {
      title: t('search.kinds.place'),
      choices: [
        ...(at
          ? [
              {
                key: 'at',
                label: t('search.goTo'),
                note: digits(write(at)),
                below: true,
                ltr: true,
                run: () => {
                  map.flyTo({ center: at, zoom: CLOSE });
                  markPlace(at);
                },
              },
            ]
          : []),
        ...(enabled ? (regions.data?.results ?? []) : []).map(({ id, label, extent }) => ({
          key: `region/${id}`,
          label,
          note: t('search.region'),
          run: () => map.fitExtent(extent),
        })),
        ...placeMatches.map((place) => ({
          key: `place/${place.key}`,
          label: named(place.names),
          note: noteOf(place),
          below: true,
          run: () => map.fitExtent(placeExtent(place)),
        })),
      ],
    },
    { title: t('search.kinds.tool'), choices: findMatches([...toolChoices, ...more], text, MAX_OF_KIND) },
    { title: t('search.kinds.layer'), choices: findMatches(layerChoices, text, MAX_OF_KIND) },
    {
      title: t('search.kinds.record'),
      choices: (enabled ? (records.data ?? []) : []).map((hit) => ({
        key: `record/${hit.id}`,
        label: hit.title,
        note: layers.find((l) => l.id === hit.layer)?.label ?? '',
        run: () => onFound(hit),
      })),
    },
    { title: t('search.kinds.screen'), choices: findMatches(screenChoices, text, MAX_OF_KIND) },
  ].filter(({ choices }) => choices.length > 0);
  const all = sections.flatMap(({ choices }) => choices);
  const waiting = enabled && (records.isFetching || regions.isFetching);

  return (
    <search className={classes.box}>
      <Combobox
        store={combobox}
        onOptionSubmit={(key) => {
          all.find((choice) => choice.key === key)?.run();
          setText('');
          combobox.closeDropdown();
          input.current?.blur();
        }}
      >
        <Combobox.Target>
          <TextInput
            ref={input}
            aria-label={t('search.label')}
            aria-keyshortcuts="Control+K"
            placeholder={t('search.placeholder')}
            leftSection={<IconSearch size={16} />}
            rightSection={waiting ? <Loader size={14} /> : <kbd className={classes.key}>Ctrl+K</kbd>}
            rightSectionWidth={64}
            rightSectionPointerEvents="none"
            value={text}
            maxLength={200}
            classNames={{ input: classes.typed }}
            onChange={(event) => {
              setText(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onFocus={() => {
              want();
              if (text.trim() !== '') combobox.openDropdown();
            }}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={text.trim().length < MIN_LETTERS && all.length === 0}>
          <Combobox.Options mah={420} className={classes.options}>
            {sections.map(({ title, choices }) => (
              <Combobox.Group key={title} label={title}>
                {choices.map((choice) => (
                  <Combobox.Option key={choice.key} value={choice.key}>
                    <span className={classes.choice} data-below={choice.below}>
                      <span dir="auto">{choice.label}</span>
                      {choice.note && (
                        <bdi className={classes.note} dir={choice.ltr ? 'ltr' : undefined}>
                          {choice.note}
                        </bdi>
                      )}
                    </span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {all.length === 0 && (
              <Combobox.Empty>
                {waiting ? t('search.looking') : records.isError ? t('search.failed') : t('search.nothing')}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
}
