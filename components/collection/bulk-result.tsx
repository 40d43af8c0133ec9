// How an act on many rows ended: how many are done, and each row that was refused with the reason.
'use client';
import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ChunkResult } from '@/lib/collection/chunks';
import { useFormat } from '@/lib/i18n/use-format';
import { useErrorText } from '../feedback/states';
import { Dialog } from '../layout/dialog';

/** More reasons than these say no more. */
const MAX_LINES = 100;

export interface BulkResultProps {
  result: ChunkResult;
  /** A row's name; its number where it is not known. */
  nameOf: (id: number) => string | undefined;
  onClose: () => void;
}

/** For results with something to tell; an act that did all it should has its toast. */
export function BulkResult({ result, nameOf, onClose }: BulkResultProps) {
  const t = useTranslations('common.list');
  const errorText = useErrorText();
  const { number, digits } = useFormat();
  const { done, refused, left, error } = result;
  return (
    <Dialog opened onClose={onClose} title={t('resultTitle')}>
      <Stack gap="md">
        <Text size="md">
          {t('result', {
            done: number(done.length),
            refused: number(refused.length),
            left: number(left.length),
            lefts: left.length,
          })}
        </Text>
        {error && (
          <Text size="sm" c="red">
            {errorText(error)}
          </Text>
        )}
        {refused.length > 0 && (
          <ScrollArea.Autosize mah="40vh">
            <Stack gap={4}>
              {refused.slice(0, MAX_LINES).map((row) => (
                <Text key={row.id} size="sm">
                  <bdi>{nameOf(row.id) ?? row.name ?? digits(row.id)}</bdi>: {errorText(row.error)}
                </Text>
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
