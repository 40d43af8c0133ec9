// Regions from a file: tried first, every row with its problem, then written all or none.
'use client';
import { Badge, Button, Group, Select, Table, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FileDrop } from '@/components/files/file-drop';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { RegionsUploaded } from '@/contract/schemas/regions/upload';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { PlainMap, type ShapeSet, useMeasureText } from '@/map';
import classes from '../regions.module.css';

const ENDINGS = ['.geojson', '.json', '.zip', '.gpkg', '.kml', '.kmz', '.gml', '.dxf', '.csv', '.xlsx', '.sqlite'];
type Uploaded = z.infer<typeof RegionsUploaded>;
type Columns = { label_field?: string; code_field?: string; parent_field?: string };

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('regions.import');
  const errorText = useErrorText();
  const { number } = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Columns>({});
  const [srid, setSrid] = useState('');
  const upload = useWrite(api.regions.upload);
  const [tried, setTried] = useState<Uploaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (body: File, fields: Columns, isTrial: boolean) => {
    setError(null);
    const crs = Number(srid.trim()) || undefined;
    const query = { ...fields, ...(crs ? { srid: crs } : {}), ...(isTrial ? { dry_run: true } : {}) };
    try {
      const result = await upload.mutateAsync({ query, body: { file: body } } as never);
      if (isTrial) return setTried(result);
      toast({ type: 'success', message: t('done', { n: number(result.count) }) });
      onClose();
    } catch (failure) {
      setError(failure);
      if (isTrial) setTried(null);
    }
  };
  const choose = (key: keyof Columns, value: string | null) => {
    const { [key]: _, ...rest } = columns;
    const next = value ? { ...rest, [key]: value } : rest;
    setColumns(next);
    if (file) void send(file, next, true);
  };
  const fresh = tried ? tried.count - tried.updates : 0;
  return (
    <Dialog opened onClose={onClose} title={t('title')} size={760} closeOnClickOutside={false}>
      <div className={classes.stack}>
        <FileDrop
          file={file}
          accept={ENDINGS}
          hint={t('hint')}
          disabled={upload.isPending}
          onFile={(next) => {
            setFile(next);
            setTried(null);
            setColumns({});
            if (next) void send(next, {}, true);
          }}
        />
        {error !== null && <Callout kind="refusal">{errorText(error)}</Callout>}
        {error !== null && file && (
          <Retry srid={srid} onSrid={setSrid} onRetry={() => void send(file, columns, true)} />
        )}
        {tried && (
          <>
            <ColumnPicks tried={tried} columns={columns} isBusy={upload.isPending} onChoose={choose} />
            <Trial tried={tried} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button
                loading={upload.isPending}
                disabled={tried.count === 0 || tried.rejects.length > 0}
                onClick={() => file && void send(file, columns, false)}
              >
                {tried.updates > 0
                  ? t('write', { fresh: number(fresh), known: number(tried.updates) })
                  : t('create', { n: number(tried.count) })}
              </Button>
            </Group>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Retry({ srid, onSrid, onRetry }: { srid: string; onSrid: (text: string) => void; onRetry: () => void }) {
  const t = useTranslations('regions.import');
  return (
    <Group align="end" gap="xs">
      <TextInput
        label={t('srid')}
        description={t('sridHint')}
        inputMode="numeric"
        dir="ltr"
        maxLength={6}
        value={srid}
        onChange={(event) => onSrid(event.currentTarget.value)}
      />
      <Button variant="default" onClick={onRetry}>
        {t('again')}
      </Button>
    </Group>
  );
}

interface ColumnPicksProps {
  tried: Uploaded;
  columns: Columns;
  isBusy: boolean;
  onChoose: (key: keyof Columns, value: string | null) => void;
}

function ColumnPicks({ tried, columns, isBusy, onChoose }: ColumnPicksProps) {
  const t = useTranslations('regions.import');
  return (
    <Group grow>
      {(['label_field', 'code_field', 'parent_field'] as const).map((key) => (
        <Select
          key={key}
          label={t(key)}
          placeholder={t('none')}
          data={tried.columns}
          value={columns[key] ?? (key === 'label_field' ? tried.label_field : null)}
          onChange={(value) => onChoose(key, value)}
          clearable={key !== 'label_field'}
          disabled={isBusy}
        />
      ))}
    </Group>
  );
}

function Trial({ tried }: { tried: Uploaded }) {
  const t = useTranslations('regions.import');
  const measure = useMeasureText();
  const { number } = useFormat();
  const sets = useMemo<ShapeSet[]>(
    () => [{ id: 'file', role: 'after', shapes: tried.regions.flatMap(({ geometry }, id) => (geometry ? [{ id, geometry }] : [])) }], // biome-ignore format: one set
    [tried],
  );
  return (
    <>
      {tried.rejects.length > 0 && (
        <Callout kind="caution">
          {t('rejects')}
          <ul className={classes.rejects} aria-label={t('rejects')}>
            {tried.rejects.map(({ row, reason }) => (
              <li key={`${row}-${reason}`}>{t('reject', { row: number(row), reason })}</li>
            ))}
          </ul>
        </Callout>
      )}
      {tried.regions.length > 0 && (
        <>
          <div className={classes.trialMap}>
            <PlainMap label={t('map')} sets={sets} />
          </div>
          <div className={classes.trial}>
            <Table stickyHeader aria-label={t('rows')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('name')}</Table.Th>
                  <Table.Th>{t('code')}</Table.Th>
                  <Table.Th>{t('parent')}</Table.Th>
                  <Table.Th>{t('area')}</Table.Th>
                  <Table.Th>{t('act')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {tried.regions.map(({ id, label, code, parent, area, twin }, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name.
                  <Table.Tr key={i}>
                    <Table.Td>
                      <bdi>{label}</bdi>{' '}
                      {twin && (
                        <Badge variant="light" color="orange" tt="none">
                          {t('twin')}
                        </Badge>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <bdi>{code}</bdi>
                    </Table.Td>
                    <Table.Td>
                      <bdi>{parent}</bdi>
                    </Table.Td>
                    <Table.Td>{measure(area, 'area')}</Table.Td>
                    <Table.Td>{t(id === null ? 'new' : 'update')}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {tried.count > tried.regions.length && (
            <p className={classes.nothing}>
              {t('first', { n: number(tried.regions.length), all: number(tried.count) })}
            </p>
          )}
        </>
      )}
    </>
  );
}
