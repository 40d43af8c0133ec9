// Chooses several people by their names. Whoever is chosen stays named, also when the search no longer finds them.
'use client';
import { Button, Loader, MultiSelect, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useErrorText } from '@/components/states';
import type { Person } from '@/contract/schemas/session';
import type { PeopleSource } from '@/lib/api/use-people';
import { personName } from '@/lib/i18n/person-name';

const PAUSE_MS = 250;
/** With fewer rows than these there is nothing to scroll: the next page is read at once. */
const MIN_ROWS = 8;
/** The next page is read when this little is left to scroll. */
const NEAR_END_PX = 160;

export interface PeopleSelectProps {
  label: string;
  value: readonly Person[];
  onChange: (people: Person[]) => void;
  /** Who is found by what was handed to `onSearch` last. */
  source: PeopleSource;
  onSearch: (text: string) => void;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
}

/** A searchable list of people, which grows as it is scrolled by pointer or keys. */
export function PeopleSelect({ label, value, onChange, source, onSearch, autoFocus }: PeopleSelectProps) {
  const t = useTranslations('common');
  const text = useErrorText();
  const viewport = useRef<HTMLDivElement>(null);
  const search = useDebouncedCallback((typed: string) => {
    viewport.current?.scrollTo({ top: 0 });
    onSearch(typed.trim());
  }, PAUSE_MS);
  const { people, isLoading, error, retry, more } = source;
  const byId = new Map([...people, ...value].map((person) => [String(person.id), person]));
  const chosen = new Set(value.map((person) => person.id));
  const isShort = people.filter((person) => !chosen.has(person.id)).length < MIN_ROWS;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (isShort && error == null) more?.();
  }, [isShort, error, more]);
  const problem =
    error == null ? null : (
      <>
        {text(error)}{' '}
        <Button size="compact-xs" variant="subtle" onClick={retry}>
          {t('retry')}
        </Button>
      </>
    );
  return (
    <MultiSelect
      ref={input}
      label={label}
      placeholder={value.length ? undefined : t('people.placeholder')}
      openOnFocus={false}
      searchable
      hidePickedOptions
      // The server has searched already.
      filter={({ options }) => options}
      data={[...byId].map(([id, person]) => ({ value: id, label: personName(person) }))}
      value={value.map((person) => String(person.id))}
      onChange={(ids) => onChange(ids.flatMap((id) => byId.get(id) ?? []))}
      onSearchChange={search}
      renderOption={({ option }) => <Row person={byId.get(option.value)} />}
      rightSection={isLoading ? <Loader size={16} aria-label={t('loading')} /> : undefined}
      nothingFoundMessage={isLoading ? t('loading') : (problem ?? t('people.nobody'))}
      scrollAreaProps={{
        viewportRef: viewport,
        viewportProps: {
          onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            if (scrollHeight - clientHeight - scrollTop < NEAR_END_PX) more?.();
          },
        },
      }}
      // The whole field shows where the focus is.
      styles={{ inputField: { outline: 'none' } }}
      error={problem}
    />
  );
}

/** The user name tells people of the same name apart. */
function Row({ person }: { person: Person | undefined }) {
  if (!person) return null;
  const name = personName(person);
  return (
    <span>
      <bdi>{name}</bdi>
      {name !== person.username && (
        <Text span size="xs" c="dimmed" ms="xs">
          <bdi>{person.username}</bdi>
        </Text>
      )}
    </span>
  );
}
