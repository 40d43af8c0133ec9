// Picks one or several people, roles, layers or regions by their names. What is picked stays named, also when a search no longer finds it.
'use client';
import { Button, Loader, MultiSelect, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Option, OptionSource } from '@/lib/collection/options';
import { useErrorText } from '../feedback/states';

const PAUSE_MS = 250;
/** With fewer options than these there is nothing to scroll: the next page is read at once. */
const MIN_OPTIONS = 8;
/** The next page is read when this little is left to scroll. */
const NEAR_END_PX = 160;

export interface OptionPickProps {
  label: string;
  /** The label is only told to screen readers. */
  isBare?: boolean;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  source: OptionSource;
  placeholder?: string;
  description?: ReactNode;
  error?: ReactNode;
  /** Told when nothing matches. */
  nothing?: string;
  disabled?: boolean;
  /** At most so many. */
  max?: number;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
  className?: string;
}

/** A searchable list that grows as it is scrolled by pointer or keys. */
export function OptionPick({
  value,
  onChange,
  source,
  nothing,
  autoFocus,
  max,
  error,
  label,
  isBare,
  ...rest
}: OptionPickProps) {
  const t = useTranslations('common');
  const { options, known: knownOptions, isLoading, retry, more } = source;
  const viewport = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<ReadonlyMap<number, Option>>(new Map());
  const search = useDebouncedCallback((typed: string) => {
    viewport.current?.scrollTo({ top: 0 });
    source.onSearch(typed.trim());
  }, PAUSE_MS);
  const byId = new Map([
    ...picked,
    ...knownOptions.map((one) => [one.id, one] as const),
    ...options.map((one) => [one.id, one] as const),
  ]);
  const isShort = options.filter(({ id }) => !value.includes(id)).length < MIN_OPTIONS;
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (isShort && source.error == null) more?.();
  }, [isShort, source.error, more]);
  const problem = source.error == null ? null : <SourceProblem error={source.error} retry={retry} />;
  const choices = [
    ...options,
    ...value.flatMap((id) => (options.some((one) => one.id === id) ? [] : (byId.get(id) ?? []))),
  ];
  return (
    <MultiSelect
      ref={input}
      openOnFocus={false}
      searchable
      hidePickedOptions
      {...rest}
      {...(isBare ? { 'aria-label': label } : { label })}
      {...(max === undefined ? {} : { maxValues: max })}
      {...(value.length > 0 ? { placeholder: '' } : {})}
      // The source has searched already.
      filter={({ options: all }) => all}
      data={choices.map(({ id, label, whyNot }) => ({ value: String(id), label, disabled: Boolean(whyNot) }))}
      value={value.map(String)}
      onChange={(ids) => {
        setPicked(byId);
        onChange(ids.map(Number));
      }}
      onSearchChange={search}
      renderOption={({ option }) => <OptionText option={byId.get(Number(option.value))} />}
      rightSection={isLoading ? <Loader size={16} role="status" aria-label={t('loading')} /> : undefined}
      nothingFoundMessage={isLoading ? t('loading') : (problem ?? nothing ?? t('list.nothing'))}
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
      error={error ?? problem}
    />
  );
}

function SourceProblem({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('common');
  const text = useErrorText();
  return (
    <>
      {text(error)}{' '}
      <Button size="compact-xs" variant="subtle" onClick={retry}>
        {t('retry')}
      </Button>
    </>
  );
}

function OptionText({ option }: { option: Option | undefined }) {
  if (!option) return null;
  const { label, hint, whyNot } = option;
  return (
    <span>
      <bdi>{label}</bdi>
      {hint && (
        <Text span size="xs" c="dimmed" ms="xs">
          <bdi>{hint}</bdi>
        </Text>
      )}
      {whyNot && (
        <Text span size="xs" c="dimmed" display="block">
          {whyNot}
        </Text>
      )}
    </span>
  );
}
