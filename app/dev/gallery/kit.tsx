// Lists and forms in all their faces. Samples stand in the messages' words, so that both languages and directions can be seen.
'use client';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DataList } from '@/components/collection/data-list';
import { FilterBar } from '@/components/collection/filter-bar';
import { filterFields } from '@/components/collection/filter-fields';
import { Pager } from '@/components/collection/pager';
import { SelectionBar } from '@/components/collection/selection-bar';
import { DiffTable } from '@/components/diff-table';
import { Callout } from '@/components/feedback/callout';
import { ComputerHint } from '@/components/feedback/computer-hint';
import { ShownOnceDialog } from '@/components/feedback/shown-once-dialog';
import { type Audience, AudienceField } from '@/components/form/audience-field';
import { FormFoot } from '@/components/form/form-foot';
import { NewPasswordField } from '@/components/form/new-password-field';
import { PictureField } from '@/components/form/picture-field';
import { Card } from '@/components/layout/card';
import { SplitView } from '@/components/layout/split-view';
import { Num } from '@/components/num';
import { RetentionPick } from '@/components/pickers/retention-pick';
import { WeekDayPick } from '@/components/pickers/week-day-pick';
import { WeekDays } from '@/components/week-days';
import type { DayRange } from '@/lib/collection/filters';
import type { PageSize } from '@/lib/collection/list-settings';
import type { OptionSource } from '@/lib/collection/options';
import { useSelection } from '@/lib/collection/use-selection';

const ROWS = Array.from({ length: 8 }, (_, i) => ({ id: i + 1, count: 10 ** i * 7, days: [1, 2, i % 7] }));
const IDS = ROWS.map(({ id }) => id);
const TOTAL = 412;

const NO_FILTERS = {
  q: null as string | null,
  roles: null as readonly number[] | null,
  days: null as DayRange | null,
  locked: null as boolean | null,
};
const SOURCE: Omit<OptionSource, 'options'> = {
  known: [],
  isLoading: false,
  error: null,
  retry: () => undefined,
  onSearch: () => undefined,
  more: null,
};

function useSampleActs() {
  const t = useTranslations('common');
  const users = useTranslations('users');
  return [
    { id: 'edit', label: t('edit'), icon: <IconEdit size={16} />, whyNot: users('notYours') },
    { id: 'remove', label: t('delete'), icon: <IconTrash size={16} />, isDanger: true, group: 'end' },
  ];
}

export function ListBox() {
  const t = useTranslations('common');
  const name = (id: number) => `${t('details')} ${id}`;
  const users = useTranslations('users');
  const [open, setOpen] = useState<number | null>(null);
  const [{ page, size }, setPaging] = useState<{ page: number; size: PageSize }>({ page: 1, size: 25 });
  const [isRunning, setRunning] = useState(false);
  const [filters, setFilters] = useState(NO_FILTERS);
  const selection = useSelection(IDS, TOTAL, '');
  const field = filterFields(filters, (part) => setFilters({ ...filters, ...part }));
  const acts = useSampleActs();
  return (
    <Stack gap="sm">
      <FilterBar
        search={field.search('q', t('search'))}
        fields={[
          field.ids('roles', users('columns.roles'), {
            ...SOURCE,
            options: ROWS.map(({ id }) => ({ id, label: name(id) })),
          }),
          field.days('days', users('columns.created')),
          field.flag('locked', users('columns.state'), users('locked'), users('open')),
        ]}
        isFiltered={Object.values(filters).some((value) => value !== null)}
        onClear={() => setFilters(NO_FILTERS)}
      />
      <SplitView
        title={open === null ? '' : name(open)}
        detail={open === null ? null : t('notFoundText')}
        onClose={() => setOpen(null)}
        list={
          <>
            <DataList
              label={t('details')}
              rows={ROWS}
              title={{ title: t('details'), text: ({ id }) => name(id), order: 'id' }}
              columns={[
                {
                  id: 'count',
                  title: users('columns.phone'),
                  isNumber: true,
                  cell: ({ count }) => <Num value={count} />,
                },
                {
                  id: 'days',
                  title: users('columns.workdays'),
                  cell: ({ days }) => <WeekDays days={days} label={users('days.every')} />,
                },
              ]}
              order="id"
              onOrder={() => undefined}
              onOpen={({ id }) => setOpen(id)}
              openId={open}
              acts={() => acts}
              selection={selection}
              isCompact={open !== null}
            />
            <SelectionBar
              selection={selection}
              rowCount={ROWS.length}
              count={TOTAL}
              acts={acts.slice(1).map((act) => ({ ...act, run: () => setRunning(true) }))}
              progress={isRunning ? { tried: 40, total: TOTAL } : null}
              onStop={() => setRunning(false)}
            />
            <Pager
              page={page}
              size={size}
              rowCount={size}
              count={TOTAL}
              onPage={(next) => setPaging({ page: next, size })}
              onSize={(next) => setPaging({ page: 1, size: next })}
            />
          </>
        }
      />
    </Stack>
  );
}

export function FormBox() {
  const t = useTranslations('common');
  const users = useTranslations('users');
  const news = useTranslations('messages.news');
  const [password, setPassword] = useState('');
  const [picture, setPicture] = useState<string | null>(null);
  const [days, setDays] = useState<number[]>([1, 2, 3]);
  const [audience, setAudience] = useState<Audience>('roles');
  const [roles, setRoles] = useState<number[]>([]);
  const [isShown, setShown] = useState(false);
  return (
    <Card
      title={users('form.identity')}
      hint={users('form.workHint')}
      action={
        <Button size="xs" variant="default" onClick={() => setShown(true)}>
          {t('details')}
        </Button>
      }
    >
      <PictureField label={users('form.picture')} name={t('appName')} src={picture} onChange={setPicture} />
      <PictureField label={news('picture')} isSquare isWhole name={t('appName')} src={picture} onChange={setPicture} />
      <TextInput label={users('columns.email')} error={t('required')} dir="ltr" />
      <NewPasswordField label={users('form.password')} value={password} onChange={setPassword} person={{}} />
      <AudienceField
        audience={audience}
        roles={roles}
        onAudience={setAudience}
        onRoles={setRoles}
        source={{ ...SOURCE, options: [] }}
        texts={{
          audience: news('audience'),
          all: news('audiences.all'),
          some: news('audiences.roles'),
          roles: news('roles'),
          rolesHint: news('rolesHint'),
        }}
      />
      <WeekDayPick
        label={users('columns.workdays')}
        nameOf={(day) => users(`days.${day}`)}
        value={days}
        onChange={setDays}
      />
      <RetentionPick
        words="journals.system.retention"
        days={365}
        choices={[180, 365]}
        maySet
        onDays={async () => undefined}
      />
      <FormFoot error={new Error()} isBusy={false} isDirty onCancel={() => undefined} />
      {isShown && (
        <ShownOnceDialog
          title={users('form.made')}
          text={users('form.madeText')}
          secret="Clear-Water-7"
          done={users('form.done')}
          onClose={() => setShown(false)}
        />
      )}
    </Card>
  );
}

export function WordsBox() {
  const t = useTranslations('common');
  const conflict = useTranslations('common.conflict');
  const [picks, setPicks] = useState<Record<string, 'before' | 'after'>>({ name: 'after', phone: 'before' });
  const heads = { field: conflict('field'), before: conflict('theirs'), after: conflict('mine') };
  const rows = [
    { id: 'name', label: t('details'), before: t('none'), after: t('all') },
    { id: 'phone', label: t('language'), before: '021', after: '0912 000 0000' },
  ];
  return (
    <Stack gap="sm">
      <Callout>{t('draft.text')}</Callout>
      <ComputerHint />
      <Callout kind="caution" action={<Button size="xs">{t('retry')}</Button>}>
        {t('leave.text')}
      </Callout>
      <Callout kind="refusal">{t('forbiddenTitle')}</Callout>
      <DiffTable label={conflict('title')} heads={heads} rows={rows} />
      <DiffTable
        label={conflict('title')}
        heads={heads}
        rows={rows}
        picks={picks}
        onPick={(id, side) => setPicks({ ...picks, [id]: side })}
      />
      <Group gap="lg">
        <Num value={22_315_474} />
        <Num value={9_785_388.25} unit="km²" />
        <Num value={10_000} isCapped />
      </Group>
    </Stack>
  );
}
