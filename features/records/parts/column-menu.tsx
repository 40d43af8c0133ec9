// Which columns are shown, remembered per layer.
'use client';
import { Button, Checkbox, Popover, ScrollArea, TextInput } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { fold } from '@/contract/fold';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './record-table.module.css';
import { useColumnLabel } from './table-head';
import type { ColumnChoice } from './use-columns';

const SEARCH_FROM = 12;

/** A list of boxes behind one button. */
export function ColumnMenu({ choice }: { choice: ColumnChoice }) {
  const t = useTranslations('records.columns');
  const { number } = useFormat();
  const labelOf = useColumnLabel();
  const [search, setSearch] = useState('');
  const ids = new Set(choice.visible.map((column) => column.id));
  const matches = choice.all.filter((column) => fold(labelOf(column)).includes(fold(search)));
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          className={classes.columnsButton}
        >
          <span className={classes.wideOnly}>{t('title')}</span>
          <span className={classes.countOf}>{t('shown', { n: number(ids.size), all: number(choice.all.length) })}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} w={264}>
        {choice.all.length > SEARCH_FROM && (
          <TextInput
            m="xs"
            size="xs"
            data-autofocus
            aria-label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <ScrollArea.Autosize mah={320} type="auto">
          <fieldset className={classes.choices} aria-label={t('title')}>
            {matches.map((column) => (
              <Checkbox
                key={column.id}
                size="xs"
                label={<bdi>{labelOf(column)}</bdi>}
                checked={ids.has(column.id)}
                disabled={ids.size === 1 && ids.has(column.id)}
                onChange={(event) => choice.show(column.id, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        </ScrollArea.Autosize>
        <div className={classes.choicesFoot}>
          <Button variant="subtle" size="xs" onClick={choice.reset}>
            {t('reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
