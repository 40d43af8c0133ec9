// What stands in the place of the rows where there are none.
'use client';
import { Button } from '@mantine/core';
import { IconFilterOff, IconTable } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState } from '@/components/feedback/states';
import type { Layer } from '@/contract/schemas/layer';
import classes from '../record-table.module.css';

export interface TableFaceProps {
  layer: Layer;
  /** Why no row could be read; undefined where there simply are none. */
  error: unknown;
  retry: () => void;
  isFiltered: boolean;
  onClearFilters: () => void;
  onPaste: () => void;
}

export function TableFace({ layer, error, retry, isFiltered, onClearFilters, onPaste }: TableFaceProps) {
  const t = useTranslations('records.table');
  const actions = useTranslations('records.actions');
  return (
    <div className={classes.face}>
      {error !== undefined ? (
        <ErrorState error={error} retry={retry} title={t('failed')} />
      ) : isFiltered ? (
        <EmptyState
          icon={<IconFilterOff size={24} />}
          title={t('noneFound')}
          text={t('noneFoundText')}
          action={
            <Button variant="default" onClick={onClearFilters}>
              {t('clearFilters')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<IconTable size={24} />}
          title={t('empty')}
          text={t(layer.type > 0 ? 'emptyText' : 'emptyTableText')}
          {...(layer.rights.add
            ? {
                action: (
                  <Button variant="default" onClick={onPaste}>
                    {actions('paste')}
                  </Button>
                ),
              }
            : { noAct: 'final' })}
        />
      )}
    </div>
  );
}
