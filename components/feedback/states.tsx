// The faces of a list that is not full: empty (what it is for and the one action), failed (what to do, details), loading.
'use client';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactElement, ReactNode } from 'react';
import { CallError, messageOf } from '@/lib/api/errors';
import classes from './states.module.css';

/**
 * Why there is no button in an empty place: what ends the emptiness stands beside it, it is done on the map, or nobody who sees it
 * can end it.
 */
export type NoAct = 'beside' | 'onMap' | 'final';

export interface EmptyText {
  title: string;
  /** What would stand here, and how it gets here. */
  text?: string;
  icon?: ReactNode;
}
/** `action`: the one act that ends the emptiness. */
export type EmptyStateProps = EmptyText & ({ action: ReactElement; noAct?: never } | { action?: never; noAct: NoAct });

/** Nothing here yet. */
export function EmptyState({ title, text, icon, action, noAct }: EmptyStateProps) {
  return (
    <div className={classes.state} data-no-act={noAct}>
      <span className={classes.icon} aria-hidden>
        {icon ?? <IconInbox size={24} />}
      </span>
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  );
}

/** Expandable small print below a message. */
export function Details({ children }: { children: string }) {
  const t = useTranslations('common');
  return (
    <details className={classes.details}>
      <summary>{t('details')}</summary>
      <pre dir="ltr">{children}</pre>
    </details>
  );
}

/** The sentence of a failed call in the reader's language; the server's own where the catalogue says so. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('errors');
  return (error) => {
    const { key, detail } = messageOf(error);
    return detail || t(key);
  };
}

export interface ErrorStateProps {
  error: unknown;
  retry: () => void;
  /** Replaces the catalogue's heading. */
  title?: string;
}

/** What whoever helps wants to know of a failure. */
function detailsOf(error: unknown, requestId: (id: string) => string): string {
  if (!(error instanceof CallError)) return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const code = error.status > 0 ? `${error.status} ${error.code}` : String(error.code);
  return error.requestId ? `${requestId(error.requestId)}\n${code}` : code;
}

/** Something failed: what happened, a retry, and the request id behind "details". */
export function ErrorState({ error, retry, title }: ErrorStateProps) {
  const t = useTranslations('common');
  const text = useErrorText();
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} aria-hidden>
        <IconAlertTriangle size={24} />
      </span>
      <p className={classes.title}>{title ?? t('errorTitle')}</p>
      <p className={classes.text}>{text(error)}</p>
      <Button variant="default" onClick={retry}>
        {t('retry')}
      </Button>
      <Details>{detailsOf(error, (id) => t('requestId', { id }))}</Details>
    </div>
  );
}

const WIDTHS = ['72%', '54%', '64%', '48%', '80%'];
const times = (n: number) => Array.from({ length: n }, (_, i) => i);

/** A list while it loads: rows with a glyph and a line of text. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  const t = useTranslations('common');
  return (
    <div className={classes.stack} role="status" aria-label={t('loading')}>
      {times(rows).map((i) => (
        <div key={i} className={classes.line}>
          <Skeleton w={24} h={24} style={{ flex: 'none' }} />
          <Skeleton h={14} w={WIDTHS[i % WIDTHS.length]} />
        </div>
      ))}
    </div>
  );
}

/** A table while it loads. */
export function TableSkeleton({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) {
  const t = useTranslations('common');
  return (
    <div className={classes.stack} role="status" aria-label={t('loading')}>
      {times(rows).map((row) => (
        <div key={row} className={classes.line}>
          {times(columns).map((column) => (
            <Skeleton key={column} h={row ? 14 : 20} style={{ flex: column ? 1 : 2 }} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A form while it loads: labels above fields. */
export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  const t = useTranslations('common');
  return (
    <div className={classes.stack} role="status" aria-label={t('loading')}>
      {times(fields).map((i) => (
        <div key={i}>
          <Skeleton h={12} w={96} mb={8} />
          <Skeleton h={32} />
        </div>
      ))}
    </div>
  );
}
