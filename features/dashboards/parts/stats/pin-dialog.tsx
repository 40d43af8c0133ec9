// The question as a widget of a dashboard: of one that the person may change, or of a new one.
'use client';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import { MAX_WIDGETS, type Widget } from '@/contract/schemas/boards/board';
import { call } from '@/lib/api/client';
import { useRead, useWrite } from '@/lib/api/hooks';
import { ifMatch } from '@/lib/api/use-resource';
import { type Question, toWidget } from '../../logic/stats/question';

const NEW = 'new';

export interface PinDialogProps {
  question: Question;
  onClose: () => void;
}

export default function PinDialog({ question, onClose }: PinDialogProps) {
  const t = useTranslations('dashboards.stats.pin');
  const common = useTranslations('common');
  const list = useRead(api.boards.list, {});
  const boards = (list.data ?? []).filter(({ can, locked }) => can && !locked);
  const [board, setBoard] = useState<string | null>(null);
  const [label, setLabel] = useState('');
  const [title, setTitle] = useState('');
  const create = useWrite(api.boards.create);
  const edit = useWrite(api.boards.edit);
  const widget = toWidget(question, { id: crypto.randomUUID(), title: title.trim() });
  const pinning = useAction(
    async (one: Widget) => {
      if (board === NEW) return create.mutateAsync({ body: { label: label.trim(), widgets: [one] } });
      const params = { id: Number(board) };
      const { widgets, version } = await call(api.boards.one, { params });
      return edit.mutateAsync({ params, body: { widgets: [...widgets, one] }, options: ifMatch(`"${version}"`) });
    },
    { done: ({ label: name }) => t('done', { name }) },
  );
  const isReady = widget !== null && (board === NEW ? label.trim() !== '' : board !== null);
  return (
    <Dialog opened onClose={onClose} title={t('title')}>
      <form
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          if (widget && isReady && (await pinning.run(widget))) onClose();
        }}
      >
        <Stack gap="md">
          <Select
            data-autofocus
            label={t('board')}
            description={t('limit', { n: MAX_WIDGETS })}
            allowDeselect={false}
            searchable
            data={[
              { value: NEW, label: t('new') },
              ...boards.map((one) => ({ value: String(one.id), label: one.label })),
            ]}
            value={board}
            onChange={setBoard}
          />
          {board === NEW && (
            <TextInput
              required
              label={t('label')}
              maxLength={120}
              value={label}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
          )}
          <TextInput
            label={t('widgetTitle')}
            description={t('widgetTitleText')}
            maxLength={120}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={pinning.isBusy} disabled={!isReady}>
              {t('confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
