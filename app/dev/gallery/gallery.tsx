// One of each. Samples stand in the messages' words, so that both languages and directions can be seen.
'use client';
import { Button, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconMap, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, FormSkeleton, ListSkeleton, TableSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { MomentInput } from '@/components/fields/moment-input';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import TimeInput from '@/components/fields/time-input';
import { IconButton } from '@/components/icon-button';
import { LanguageSwitch } from '@/components/layout/language-switch';
import { Page } from '@/components/layout/page';
import { Panel } from '@/components/layout/panel';
import { CallError, networkError } from '@/lib/api/errors';
import { useFormat } from '@/lib/i18n/use-format';
import { ConflictBox, FacesBox, PagesBox, TimeBox, ValuesBox } from './faces';
import { FilesBox } from './files';
import { FormBox, ListBox, WordsBox } from './kit';

/** Of the server, of the network, and of our own. */
const FAILURES = [
  new CallError('server', 500, '', 'E42', {}, '0198c1d2-7c3e-7b1a-9f00-2f6d1f0a7b11', null),
  networkError(),
  new RangeError('out of range'),
];

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section style={{ border: '1px solid var(--hairline)', borderRadius: 10, padding: 16, minInlineSize: 0 }}>
      <h2 style={{ margin: '0 0 12px', fontSize: '0.875rem' }}>{title}</h2>
      {children}
    </section>
  );
}

function Dates() {
  const t = useTranslations('common');
  const [day, setDay] = useState<string | null>('2026-11-21');
  const [time, setTime] = useState('08:30');
  const [moment, setMoment] = useState('2026-11-21T05:00:00.000Z');
  return (
    <>
      <PersianDateInput label={t('details')} value={day} onChange={setDay} />
      <TimeInput label={t('details')} name={t('details')} value={time} onChange={setTime} />
      <MomentInput
        label={t('details')}
        value={moment}
        onChange={setMoment}
        onBlur={() => {}}
        error={null}
        readOnly={false}
        required={false}
      />
      <output>{`${day ?? t('none')} ${time} ${moment}`}</output>
    </>
  );
}

/** The faces of a list that is not full. */
function FaceBoxes() {
  const t = useTranslations('common');
  return (
    <>
      <Box title="empty, with the act that helps">
        <EmptyState title={t('notFoundTitle')} text={t('notFoundText')} action={<Button>{t('home')}</Button>} />
      </Box>
      <Box title="empty, nothing to press">
        <EmptyState title={t('chart.empty')} text={t('chart.emptyText')} noAct="beside" />
      </Box>
      {FAILURES.map((error) => (
        <Box key={error.message} title={`error: ${error.message}`}>
          <ErrorState error={error} retry={() => {}} />
        </Box>
      ))}
    </>
  );
}

function Buttons() {
  const t = useTranslations('common');
  return (
    <Group>
      <Button leftSection={<IconPlus size={16} />}>{t('save')}</Button>
      <Button variant="default">{t('cancel')}</Button>
      <Button variant="light">{t('more')}</Button>
      <Button color="red.8">{t('delete')}</Button>
      <Button loading>{t('save')}</Button>
      <IconButton label={t('help')} hotkey="?">
        <IconMap size={20} />
      </IconButton>
      <IconButton label={t('help')} disabled>
        <IconMap size={20} />
      </IconButton>
    </Group>
  );
}

function SamplePanel() {
  const t = useTranslations('common');
  return (
    <Panel
      title={t('appName')}
      onHelp={() => {}}
      onClose={() => {}}
      foot={
        <>
          <Button variant="default">{t('cancel')}</Button>
          <Button>{t('save')}</Button>
        </>
      }
    >
      <ListSkeleton rows={4} />
    </Panel>
  );
}

export function Gallery() {
  const t = useTranslations('common');
  const { date, number, percent } = useFormat();
  return (
    <main style={{ padding: 24 }}>
      <Page title={t('appDescription')} actions={<LanguageSwitch />}>
        <Box title="list">
          <ListBox />
        </Box>
        <Box title="lists that are not full">
          <FacesBox />
        </Box>
        <div
          style={{
            marginBlockStart: 16,
            display: 'grid',
            gap: 16,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
          }}
        >
          <Box title="buttons">
            <Buttons />
          </Box>
          <Box title="fields">
            <Stack gap="sm">
              <TextInput label={t('search')} placeholder={t('search')} />
              <TextInput label={t('edit')} error={t('required')} defaultValue="a1" />
              <PasswordInput label={t('confirm')} />
              <NativeSelect label={t('language')} data={[t('fa'), t('en')]} />
              <Dates />
            </Stack>
          </Box>
          <Box title="numbers">
            <p>{`${number(1234567.89)} · ${percent(0.42)} · ${date('2026-11-21')} · ${date('2026-11-21T08:30:00Z', 'datetime')} · ${date('2026-11-01T08:30:00Z', 'relative')}`}</p>
          </Box>
          <Box title="files">
            <FilesBox />
          </Box>
          <Box title="panel">
            <div style={{ blockSize: 240, border: '1px solid var(--hairline)' }}>
              <SamplePanel />
            </div>
          </Box>
          <FaceBoxes />
          <Box title="form">
            <FormBox />
          </Box>
          <Box title="callouts, differences, numbers">
            <WordsBox />
          </Box>
          <Box title="values">
            <ValuesBox />
          </Box>
          <Box title="conflict">
            <ConflictBox />
          </Box>
          <Box title="pages">
            <PagesBox />
          </Box>
          <Box title="time of a map">
            <TimeBox />
          </Box>
          <Box title="skeletons">
            <FormSkeleton fields={2} />
            <TableSkeleton rows={4} columns={3} />
          </Box>
          <Box title="dialogs">
            <DialogsBox />
          </Box>
        </div>
      </Page>
    </main>
  );
}

function DialogsBox() {
  const t = useTranslations('common');
  const dialogs = useDialogs();
  return (
    <Group>
      <Button variant="default" onClick={() => void dialogs.alert({ title: t('errorTitle'), text: t('notFoundText') })}>
        alert
      </Button>
      <Button
        variant="default"
        onClick={async () =>
          toast(
            String(
              await dialogs.confirm({
                title: t('delete'),
                text: t('notFoundText'),
                confirm: t('delete'),
                danger: true,
              }),
            ),
          )
        }
      >
        confirm
      </Button>
      <Button
        variant="default"
        onClick={async () => toast((await dialogs.prompt({ title: t('edit'), label: t('search') })) ?? t('none'))}
      >
        prompt
      </Button>
      <Button
        variant="default"
        onClick={() => {
          toast({ type: 'success', message: t('save') });
          toast(t('renderError'));
          toast({
            type: 'info',
            message: t('delete'),
            duration: 10_000,
            action: { label: t('back'), run: () => {} },
          });
        }}
      >
        toast
      </Button>
    </Group>
  );
}
