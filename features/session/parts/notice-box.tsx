// Where a form's message stands; read out when it changes.
'use client';
import { Alert } from '@mantine/core';
import classes from './sign-in-form.module.css';
import type { Notice } from './use-notice';

/** Takes no room while there is nothing to say. */
export function NoticeBox({ notice }: { notice: Notice | null }) {
  return (
    <div aria-live="polite" className={classes.notice}>
      {notice && (
        <Alert
          color={notice.good ? 'green' : 'red'}
          variant="light"
          p="xs"
          role={notice.good ? 'status' : 'alert'}
          data-flagged={notice.flagged || undefined}
        >
          {notice.text}
        </Alert>
      )}
    </div>
  );
}
