// What a file of people was understood as: its columns, its first rows, and everything that is wrong with it.
'use client';
import { Group, Select, Table, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { WeekDays } from '@/components/week-days';
import { IMPORT_FIELDS, type ImportField, type PeopleImported } from '@/contract/schemas/people/import';
import { useFormat } from '@/lib/i18n/use-format';
import { useWorkdayText } from '../use-workday-text';
import classes from '../users.module.css';

export interface ImportTrialProps {
  tried: PeopleImported;
  isBusy: boolean;
  /** What the columns are to be taken for. */
  onFields: (fields: (ImportField | null)[]) => void;
}

export function ImportTrial({ tried, isBusy, onFields }: ImportTrialProps) {
  const t = useTranslations('users.import');
  const { number } = useFormat();
  const { bad_rows: bad, count } = tried;
  return (
    <>
      <Text size="md" role="status">
        {t('found', { n: number(count), count })}
      </Text>
      <Columns columns={tried.columns} isBusy={isBusy} onFields={onFields} />
      {bad > 0 ? (
        <>
          <Callout kind="refusal">{t('errors', { n: number(bad), count: bad })}</Callout>
          <Errors tried={tried} />
        </>
      ) : (
        <Rows tried={tried} />
      )}
    </>
  );
}

const LEFT = '-';

/** What each column was taken for, to be set right; a field that another column has goes over to this one. */
function Columns({ columns, isBusy, onFields }: Pick<PeopleImported, 'columns'> & Omit<ImportTrialProps, 'tried'>) {
  const t = useTranslations('users.import');
  const change = (at: number, field: ImportField | null) =>
    onFields(columns.map((column, i) => (i === at ? field : column.field === field ? null : column.field)));
  return (
    <section aria-label={t('columns')} className={classes.columns}>
      {columns.map(({ heading, field }, i) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
          key={i}
          size="xs"
          label={<bdi>{heading || t('noHeading')}</bdi>}
          allowDeselect={false}
          disabled={isBusy}
          data={[{ value: LEFT, label: t('left') }, ...IMPORT_FIELDS.map((one) => ({ value: one, label: t(`fields.${one}`) }))]} // biome-ignore format: one list
          value={field ?? LEFT}
          onChange={(value) => change(i, value === LEFT ? null : (value as ImportField))}
        />
      ))}
    </section>
  );
}

function Errors({ tried: { errors, error_count } }: { tried: PeopleImported }) {
  const t = useTranslations('users.import');
  const { digits, number } = useFormat();
  const rest = error_count - errors.length;
  return (
    <div className={classes.errors}>
      <Table stickyHeader aria-label={t('errorList')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('row')}</Table.Th>
            <Table.Th>{t('column')}</Table.Th>
            <Table.Th>{t('value')}</Table.Th>
            <Table.Th>{t('why')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map(({ row, field, value, why }) => (
            <Table.Tr key={`${row} ${field} ${value} ${why}`}>
              <Table.Td>{digits(row)}</Table.Td>
              <Table.Td>{t(`fields.${field as ImportField}`)}</Table.Td>
              <Table.Td>
                <bdi>{value}</bdi>
              </Table.Td>
              <Table.Td>{why}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          {t('more', { n: number(rest) })}
        </Text>
      )}
    </div>
  );
}

function Rows({ tried: { sample } }: { tried: PeopleImported }) {
  const t = useTranslations('users.import');
  const { listed, digits } = useFormat();
  const days = useWorkdayText();
  if (sample.length === 0) return null;
  return (
    <div className={classes.errors}>
      <Table stickyHeader aria-label={t('rows')}>
        <Table.Thead>
          <Table.Tr>
            {(['username', 'name', 'phone', 'groups', 'regions', 'workdays'] as const).map((field) => (
              <Table.Th key={field}>{t(`fields.${field}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sample.map((person) => (
            <Table.Tr key={person.username}>
              <Table.Td>
                <bdi dir="ltr">{person.username}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{`${person.first_name} ${person.last_name}`.trim()}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi dir="ltr">{digits(person.phone)}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{listed(person.groups)}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{listed(person.regions)}</bdi>
              </Table.Td>
              <Table.Td>
                <Group>
                  <WeekDays days={person.workdays} label={days(person.workdays)} />
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
