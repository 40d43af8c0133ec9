// Search, kind and order of the list. Typing waits a moment before it asks; the address follows.
'use client';
import { CloseButton, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { ORDERS, type Order, type View } from '../logic/view';
import classes from './layers.module.css';

const PAUSE_MS = 300;

/** `onChange` gets only what changed. */
export function Filters({ view, onChange }: { view: View; onChange: (part: Partial<View>) => void }) {
  const t = useTranslations('layers');
  const common = useTranslations('common');
  const [text, setText] = useState(view.search);
  const search = useDebouncedCallback((value: string) => onChange({ search: value }), PAUSE_MS);
  const type = (value: string) => {
    setText(value);
    search(value);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that we support
    <div role="search" className={classes.filters}>
      <TextInput
        className={classes.search}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        value={text}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={text !== '' && <CloseButton size="sm" aria-label={common('clear')} onClick={() => type('')} />}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select
        className={classes.filter}
        aria-label={t('columns.kind')}
        placeholder={t('allKinds')}
        clearable
        clearButtonProps={{ 'aria-label': common('clear') }}
        data={Object.values(LAYER_TYPES).map((one) => ({ value: String(one), label: t(`kinds.${one}`) }))}
        value={view.type === null ? null : String(view.type)}
        onChange={(value) => onChange({ type: value === null ? null : Number(value) })}
      />
      <Select
        className={classes.filter}
        aria-label={t('order')}
        allowDeselect={false}
        data={ORDERS.map((one) => ({ value: one, label: t(`orders.${one}`) }))}
        value={view.order}
        onChange={(value) => onChange({ order: (value ?? view.order) as Order })}
      />
    </div>
  );
}
