// The inside of a toast that offers one thing to do.
'use client';
import { Button, Group, Text } from '@mantine/core';

/** Message and button side by side. */
export function ToastAction(props: { message: string; label: string; onRun: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="md">{props.message}</Text>
      <Button variant="light" onClick={props.onRun} style={{ flex: 'none' }}>
        {props.label}
      </Button>
    </Group>
  );
}
