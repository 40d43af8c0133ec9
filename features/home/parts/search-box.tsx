// Finds records of all visible layers by their text, over the map. Ctrl+K brings the cursor here.
'use client';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { FoundHere } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import classes from './search-box.module.css';

const DEBOUNCE_MS = 250;
const SHORTEST = 2;
type Hit = z.infer<typeof FoundHere>;

export function SearchBox({ layers, onFound }: { layers: readonly Layer[]; onFound: (hit: Hit) => void }) {
  const t = useTranslations('home');
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const read = useRead(
    api.records.search,
    { query: { search: asked, mini: 'true' }, body: { layers: [] } },
    { enabled: asked.length >= SHORTEST, keep: true },
  );
  const hits = asked.length >= SHORTEST ? (read.data ?? []) : [];

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <search className={classes.box}>
      <Combobox
        store={combobox}
        onOptionSubmit={(value) => {
          const hit = hits.find((h) => String(h.id) === value);
          if (hit) onFound(hit);
          combobox.closeDropdown();
        }}
      >
        <Combobox.Target>
          <TextInput
            ref={input}
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            leftSection={<IconSearch size={16} />}
            rightSection={read.isFetching ? <Loader size={14} /> : null}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onFocus={() => hits.length > 0 && combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={asked.length < SHORTEST}>
          <Combobox.Options mah={320} className={classes.options}>
            {hits.map((hit) => (
              <Combobox.Option key={hit.id} value={String(hit.id)}>
                <span dir="auto">{hit.title}</span>
                <bdi className={classes.layer}>{layers.find((l) => l.id === hit.layer)?.label}</bdi>
              </Combobox.Option>
            ))}
            {hits.length === 0 && (
              <Combobox.Empty>
                {read.isFetching ? t('search.looking') : read.isError ? t('search.failed') : t('search.nothing')}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
}
