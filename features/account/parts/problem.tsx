// What went wrong with a form as a whole; read out when it comes.
'use client';
import { Alert } from '@mantine/core';

export function Problem({ text }: { text: string }) {
  return (
    <div aria-live="polite" hidden={text === ''}>
      {text && (
        <Alert color="red" variant="light" p="xs" role="alert">
          {text}
        </Alert>
      )}
    </div>
  );
}
