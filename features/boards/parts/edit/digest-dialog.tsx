// Whether, and on which mornings, somebody gets the numbers of a board as a notice.
'use client';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import { type BoardHead, DIGESTS, type Digest } from '@/contract/schemas/boards/board';
import { useRead, useWrite } from '@/lib/api/hooks';

const NONE = 'none';

export interface DigestDialogProps {
  board: BoardHead;
  onClose: () => void;
}

/** The default export is for lazy loading. */
export default function DigestDialog({ board, onClose }: DigestDialogProps) {
  const t = useTranslations('boards.digest');
  const common = useTranslations('common');
  const [every, setEvery] = useState<string>(board.digest ?? NONE);
  const { data } = useRead(api.boards.one, { params: { id: board.id } });
  const hasNumbers = data?.widgets.some(({ kind }) => kind === 'number') ?? true;
  const write = useWrite(api.boards.setDigest);
  const set = useAction((to: Digest | null) => write.mutateAsync({ params: { id: board.id }, body: { every: to } }), {
    done: ({ digest }) => t(digest ? `done.${digest}` : 'stopped'),
  });
  const save = async () => {
    if (await set.run(every === NONE ? null : (every as Digest))) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('title', { label: board.label })}>
      <Stack gap="md">
        <Text size="sm">{t('text')}</Text>
        {!hasNumbers && <Callout kind="caution">{t('noNumbers')}</Callout>}
        <Radio.Group label={t('every')} value={every} onChange={setEvery}>
          <Stack gap={6} mt={6}>
            <Radio value={NONE} label={t('never')} />
            {DIGESTS.map((value) => (
              <Radio key={value} value={value} label={t(`choices.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button loading={set.isBusy} onClick={() => void save()}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
