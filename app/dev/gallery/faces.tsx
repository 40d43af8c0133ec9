// Pages in their faces, and what a form says when somebody was quicker. Samples stand in the messages' words.
'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { z } from 'zod';
import { BulkResult } from '@/components/collection/bulk-result';
import { CollectionPage } from '@/components/collection/collection-page';
import { CodeStep } from '@/components/fields/code-step';
import { ColourField } from '@/components/fields/colour-field';
import { NumberField } from '@/components/fields/number-field';
import { CommentForm } from '@/components/form/comment-form';
import { FormBody } from '@/components/form/resource-form';
import { TermsField } from '@/components/form/terms-field';
import { Logo } from '@/components/layout/logo';
import { NotHere } from '@/components/layout/not-here';
import { RenderError } from '@/components/layout/render-error';
import { NameList } from '@/components/name-list';
import { TimeBar, type TimePeriod } from '@/components/pickers/time-bar';
import { CallError, networkError } from '@/lib/api/errors';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { useFormat } from '@/lib/i18n/use-format';

interface Row {
  id: number;
}
const FACE = {
  rows: [] as Row[],
  count: 0,
  isCapped: false,
  page: 1,
  size: 25,
  isStale: false,
  isPending: false,
  isFiltered: false,
  error: null as unknown,
  retry: () => undefined,
  clear: () => undefined,
  onPage: () => undefined,
  onSize: () => undefined,
} as const;

/** A list that is loading, holds nothing, finds nothing, and cannot be had. */
export function FacesBox() {
  const t = useTranslations('common');
  const faces = [{ isPending: true }, {}, { isFiltered: true }, { error: networkError() }];
  return faces.map((face) => (
    <div key={JSON.stringify(face)} style={{ blockSize: 320, overflow: 'hidden' }}>
      <CollectionPage
        title={t('details')}
        primary={<Button>{t('save')}</Button>}
        faces={{ ...FACE, ...face }}
        filters={{ search: { label: t('search'), value: null, onChange: () => undefined } }}
        list={{
          title: { title: t('details'), text: ({ id }: Row) => t(id > 0 ? 'details' : 'none') },
          columns: [],
          order: '',
          onOrder: () => undefined,
        }}
        empty={{ title: t('notFoundTitle'), text: t('notFoundText') }}
      />
    </div>
  ));
}

const Body = z.strictObject({ name: z.string().min(1), phone: z.string() });
const QUICKER = new CallError('invalid', 412, '', '', {}, '', null);

/** Whatever is saved, somebody else has changed the name in the meantime. */
export function ConflictBox() {
  const t = useTranslations('common');
  const users = useTranslations('users');
  const resource = useResourceForm({
    initial: { values: { name: t('details'), phone: '021' }, etag: '"1"' },
    schema: Body,
    send: async (_body: z.infer<typeof Body>, etag: string | null) => {
      if (etag === '"1"') throw QUICKER;
      return {};
    },
    reload: async () => ({ values: { name: t('language'), phone: '021' }, etag: '"2"' }),
  });
  const { form } = resource;
  return (
    <FormBody resource={resource} names={{ name: t('details'), phone: users('columns.phone') }}>
      <TextInput label={t('details')} data-path="name" {...form.getInputProps('name')} />
      <TextInput label={users('columns.phone')} dir="ltr" data-path="phone" {...form.getInputProps('phone')} />
    </FormBody>
  );
}

export function ValuesBox() {
  const t = useTranslations('common');
  const colours = useTranslations('common.colour');
  const [code, setCode] = useState('12');
  const [colour, setColour] = useState('#5762e0');
  const [share, setShare] = useState(40);
  const [isAgreed, setAgreed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="sm">
      <CodeStep phone="0912***0000" code={code} onCode={setCode} error={null} seconds={90} onResend={() => undefined} />
      <ColourField label={colours('palette')} value={colour} onChange={setColour} />
      <NumberField label={t('all')} value={share} min={0} max={100} onChange={setShare} />
      <CommentForm label={t('all')} send={t('save')} maxLength={200} isBusy={false} onSend={async () => true} />
      <NameList names={[t('save'), t('cancel'), t('help'), t('home'), t('back')]} more={(count) => `+ ${count}`} />
      <TermsField
        label={t('confirm')}
        checked={isAgreed}
        onChange={setAgreed}
        read={t('details')}
        title={t('details')}
        terms={[t('notFoundText'), t('leave.text')]}
        agree={t('confirm')}
      />
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('details')}
      </Button>
      {isOpen && (
        <BulkResult
          result={{ done: [1, 2], refused: [{ id: 3, error: QUICKER }], left: [4], error: null }}
          nameOf={(id) => (id === 3 ? t('details') : undefined)}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  );
}

/** Instead of a whole page. */
export function PagesBox() {
  const t = useTranslations('common');
  return (
    <>
      <Logo />
      <NotHere
        icon={<IconMap size={32} />}
        title={t('notFoundTitle')}
        text={t('notFoundText')}
        action={{ href: '/', label: t('home') }}
      />
      <RenderError
        error={new RangeError('out of range')}
        texts={{ renderError: t('renderError'), reload: t('reload'), details: t('details') }}
      />
    </>
  );
}

export function TimeBox() {
  const t = useTranslations('common');
  const { date } = useFormat();
  const [period, setPeriod] = useState<TimePeriod>('day');
  const [at, setAt] = useState(3);
  return (
    <div style={{ position: 'relative', blockSize: 150 }}>
      <TimeBar
        sources={[{ value: 'a', label: t('details') }]}
        source="a"
        onSource={() => undefined}
        period={period}
        onPeriod={setPeriod}
        steps={8}
        at={at}
        onStep={setAt}
        text={date(`2026-11-0${at + 1}`)}
        count={{ n: 1234 * at }}
        error={null}
        onClose={() => setAt(0)}
      />
    </div>
  );
}
