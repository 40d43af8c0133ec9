// Cuts a project's region into cells: their number is told before they are made.
'use client';
import { Button, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import type { Project } from '@/contract/schemas/project';
import type { NewTasks } from '@/contract/schemas/projects/project-work';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { useRegionOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';

const KINDS = ['grid', 'below', 'parts', 'regions'] as const;
const FIRST_SIZE_KM = 10;

export function CutDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useTranslations('projects.cut');
  const { number } = useFormat();
  const errorText = useErrorText();
  const regions = useRegionOptions();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('grid');
  const [size, setSize] = useState<number | string>(FIRST_SIZE_KM);
  const [ids, setIds] = useState<number[]>([]);
  const [trial, setTrial] = useState<{ count: number } | { error: unknown } | null>(null);
  const make = useWrite(api.projectWork.makeTasks);
  const params = { id: project.id };
  const making = useAction((body: NewTasks) => make.mutateAsync({ params, body }), {
    done: ({ count }) => t('done', { n: number(count) }),
  });
  const body = (): NewTasks =>
    kind === 'grid'
      ? { kind, size: Math.round(Number(size) * 1000) }
      : kind === 'regions'
        ? { kind, regions: ids }
        : { kind };
  const isReady = kind === 'grid' ? Number(size) > 0 : kind !== 'regions' || ids.length > 0;
  const change = (set: () => void) => {
    set();
    setTrial(null);
  };
  const tryOut = async () => {
    try {
      setTrial(await call(api.projectWork.makeTasks, { params, body: { ...body(), dry_run: true } }));
    } catch (error) {
      setTrial({ error });
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('title')} size={560}>
      <Stack gap="md">
        <Text size="sm">{t('text')}</Text>
        <SegmentedControl
          aria-label={t('kind')}
          value={kind}
          data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(value) => change(() => setKind(value as typeof kind))}
        />
        {kind === 'grid' && (
          <NumberInput label={t('size')} value={size} min={0.05} max={500} decimalScale={2} onChange={(value) => change(() => setSize(value))} /> // biome-ignore format: one field
        )}
        {kind === 'regions' && (
          <OptionPick
            label={t('regions')}
            value={ids}
            source={regions}
            onChange={(next) => change(() => setIds(next))}
          />
        )}
        {trial && 'count' in trial && <Callout>{t('count', { n: number(trial.count) })}</Callout>}
        {trial && 'error' in trial && <Callout kind="refusal">{errorText(trial.error)}</Callout>}
        <Group>
          <Button
            disabled={!isReady}
            loading={making.isBusy}
            onClick={() => void making.run(body()).then((output) => output && onClose())}
          >
            {t('make')}
          </Button>
          <Button variant="default" disabled={!isReady} onClick={() => void tryOut()}>
            {t('try')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
