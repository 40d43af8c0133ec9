// The acts of a field in a series: the value of the record before, and a pin that keeps the value for the next ones.
'use client';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPin, IconPinFilled, IconRestore } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import classes from './add.module.css';

interface FieldActsProps {
  label: string;
  hasLast: boolean;
  isPinned: boolean;
  onLast: () => void;
  onPin: () => void;
}

/** Tab goes from field to field; the keys of these two are told in their tips. */
export function FieldActs({ label, hasLast, isPinned, onLast, onPin }: FieldActsProps) {
  const t = useTranslations('records.add');
  const look = { variant: 'subtle', color: 'gray', size: 22, tabIndex: -1 } as const;
  const last = t('last', { field: label });
  const pin = t(isPinned ? 'unpin' : 'pin', { field: label });
  return (
    <span className={classes.fieldActs}>
      {hasLast && (
        <Tooltip label={`${last} (Alt+L)`}>
          <ActionIcon {...look} aria-label={last} onClick={onLast}>
            <IconRestore size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={`${pin} (Alt+P)`}>
        <ActionIcon {...look} aria-label={pin} aria-pressed={isPinned} onClick={onPin}>
          {isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
