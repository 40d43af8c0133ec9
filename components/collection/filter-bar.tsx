// The filters of a list: a search that waits while somebody types, and what else it can be filtered by. On a telephone all but the search fold into one sheet.
'use client';
import { Button, CloseButton, Drawer, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, type Ref, useState } from 'react';
import type { DayRange } from '@/lib/collection/filters';
import type { OptionSource } from '@/lib/collection/options';
import { PHONE } from '@/lib/config/constants';
import { useFormat } from '@/lib/i18n/use-format';
import { JalaliRange } from '../pickers/jalali-range';
import { OptionPick } from '../pickers/option-pick';
import classes from './filter-bar.module.css';

const PAUSE_MS = 300;
const MAX_SEARCH = 200;

interface Named {
  label: string;
}
/** One filter as it is shown; `value` null is "all". */
export type FilterField =
  | (Named & {
      kind: 'choice';
      value: string | null;
      options: readonly { value: string; label: string }[];
      onChange: (value: string | null) => void;
    })
  | (Named & {
      kind: 'choices';
      value: readonly string[] | null;
      options: readonly { value: string; label: string }[];
      onChange: (value: readonly string[] | null) => void;
    })
  | (Named & {
      kind: 'ids';
      value: readonly number[] | null;
      source: OptionSource;
      onChange: (ids: readonly number[] | null) => void;
    })
  | (Named & { kind: 'days'; value: DayRange | null; onChange: (range: DayRange | null) => void });

export interface FilterBarProps {
  /** Left out where the server searches nothing. */
  search?: { label: string; value: string | null; onChange: (text: string | null) => void };
  fields?: readonly (FilterField & { id: string })[];
  /** The list's order, for screens on which no column can be pressed. */
  order?: { value: string; options: readonly { value: string; label: string }[]; onChange: (order: string) => void };
  isFiltered: boolean;
  onClear: () => void;
  searchRef?: Ref<HTMLInputElement>;
  children?: ReactNode;
}

export function FilterBar({ search, fields = [], order, isFiltered, onClear, searchRef, children }: FilterBarProps) {
  const t = useTranslations('common.list');
  const { number } = useFormat();
  const isPhone = useMediaQuery(PHONE) ?? false;
  const [isOpen, setOpen] = useState(false);
  const set = fields.filter(({ value }) => value !== null).length;
  const controls = (
    <>
      {fields.map((field) => (
        <Control key={field.id} field={field} />
      ))}
      {isPhone && order && (
        <Select
          className={classes.field}
          aria-label={t('order')}
          allowDeselect={false}
          data={[...order.options]}
          value={order.value}
          onChange={(value) => value !== null && order.onChange(value)}
        />
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that we support
    <div role="search" className={classes.bar}>
      {search && <SearchField {...search} inputRef={searchRef} isFiltered={isFiltered} />}
      {isPhone && (fields.length > 0 || order) ? (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {set > 0 ? t('filtersSet', { n: number(set) }) : t('filters')}
        </Button>
      ) : (
        controls
      )}
      {isFiltered && !isPhone && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      )}
      {children}
      <Drawer opened={isOpen} onClose={() => setOpen(false)} position="bottom" title={t('filters')} size="auto">
        <Stack gap="sm" className={classes.sheet}>
          {controls}
          {isFiltered && (
            <Button variant="default" onClick={onClear}>
              {t('clearFilters')}
            </Button>
          )}
          <Button onClick={() => setOpen(false)}>{t('show')}</Button>
        </Stack>
      </Drawer>
    </div>
  );
}

function SearchField(
  props: NonNullable<FilterBarProps['search']> & { inputRef: Ref<HTMLInputElement> | undefined; isFiltered: boolean },
) {
  const { label, value, onChange, inputRef } = props;
  const t = useTranslations('common');
  const [typed, setTyped] = useState(value ?? '');
  const [lastSent, setSent] = useState(value);
  // The address has changed by something else than this field.
  if (value !== lastSent) {
    setSent(value);
    setTyped(value ?? '');
  }
  const send = useDebouncedCallback((text: string) => {
    const next = text.trim() === '' ? null : text;
    setSent(next);
    onChange(next);
  }, PAUSE_MS);
  const handleType = (text: string) => {
    setTyped(text);
    send(text);
  };
  return (
    <TextInput
      ref={inputRef}
      className={classes.search}
      aria-label={label}
      placeholder={label}
      maxLength={MAX_SEARCH}
      value={typed}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={t('clear')} onClick={() => handleType('')} />}
      onChange={(event) => handleType(event.currentTarget.value)}
    />
  );
}

function Control({ field }: { field: FilterField }) {
  const t = useTranslations('common');
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          className={classes.field}
          aria-label={field.label}
          placeholder={field.label}
          clearable
          clearButtonProps={{ 'aria-label': t('clear') }}
          data={[...field.options]}
          value={field.value}
          onChange={field.onChange}
        />
      );
    case 'choices':
      return (
        <div className={classes.pick}>
          <MultiSelect
            aria-label={field.label}
            placeholder={field.value ? '' : field.label}
            clearable
            clearButtonProps={{ 'aria-label': t('clear') }}
            data={[...field.options]}
            value={[...(field.value ?? [])]}
            onChange={(value) => field.onChange(value.length > 0 ? value : null)}
            styles={{ inputField: { outline: 'none' } }}
          />
        </div>
      );
    case 'ids':
      return (
        <div className={classes.pick}>
          <OptionPick
            isBare
            label={field.label}
            placeholder={field.label}
            value={field.value ?? []}
            onChange={(ids) => field.onChange(ids.length > 0 ? ids : null)}
            source={field.source}
          />
        </div>
      );
    case 'days':
      return (
        <JalaliRange
          className={classes.field ?? ''}
          label={field.label}
          value={field.value}
          onChange={field.onChange}
        />
      );
  }
}
