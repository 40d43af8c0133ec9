// What is looked for in the tree, which of it, and in what order.
'use client';
import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { REGION_SORTS, type RegionSort, TREE_FACES, type TreeFace } from '../../logic/tree';
import classes from '../regions.module.css';

export interface TreeHeadProps {
  search: string;
  filter: TreeFace;
  sort: RegionSort;
  onChange: (change: Partial<{ search: string; filter: TreeFace; sort: RegionSort }>) => void;
  searchRef: Ref<HTMLInputElement>;
}

export function TreeHead({ search, filter, sort, onChange, searchRef }: TreeHeadProps) {
  const t = useTranslations('regions.tree');
  return (
    <div className={classes.treeHead}>
      <TextInput
        ref={searchRef}
        className={classes.search ?? ''}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        disabled={filter === 'pairs'}
        maxLength={200}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
      />
      <Select
        aria-label={t('filter')}
        allowDeselect={false}
        value={filter}
        onChange={(value) => onChange({ filter: (value ?? 'all') as TreeFace })}
        data={TREE_FACES.map((value) => ({ value, label: t(`filters.${value}`) }))}
      />
      <Select
        aria-label={t('sort')}
        allowDeselect={false}
        value={sort}
        disabled={filter === 'pairs'}
        onChange={(value) => onChange({ sort: (value ?? 'label') as RegionSort })}
        data={REGION_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
      />
    </div>
  );
}
