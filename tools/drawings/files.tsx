// Drawings to and from files.
'use client';
import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { NumberField } from '@/components/fields/number-field';
import { FileDrop } from '@/components/files/file-drop';
import { api } from '@/contract';
import type { Drawing } from '@/contract/schemas/drawing';
import { OUT_FORMAT_IDS } from '@/contract/schemas/export';
import { call, exchange } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';
import { CallError } from '@/lib/api/errors';
import { keyOf } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { type Item, useDrawings } from '@/map/state/drawings';

/** What a browser can be given of a file's name: the ending, from the server's own. */
const endingOf = (disposition: string | null, format: string): string =>
  /filename="?[^"]*?(\.[a-z.]+)"?(?:;|$)/i.exec(disposition ?? '')?.[1] ?? `.${format}`;

/** The chosen drawings, or all; in a format of the reader's choice. */
export const ExportButton = ({ items }: { items: readonly Item[] }) => {
  const t = useTranslations('map.tools.drawings');
  const formats = useTranslations('map.export.formats');
  const text = useErrorText();
  const saved = useDrawings((s) => s.saved);
  const [busy, setBusy] = useState(false);
  const run = async (format: (typeof OUT_FORMAT_IDS)[number]) => {
    const ids = items.flatMap(({ key }) => saved.get(key)?.id ?? []);
    if (ids.length < items.length) toast({ type: 'warning', message: t('exportUnsaved') });
    if (ids.length === 0) return;
    setBusy(true);
    try {
      const { body, headers } = await exchange(
        { ...api.exports.drawings, gives: 'blob' },
        { params: { format }, body: { ids } },
      );
      saveFile(body as Blob, `${t('fileName')}${endingOf(headers.get('content-disposition'), format)}`);
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconDownload size={16} />} loading={busy}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {OUT_FORMAT_IDS.map((format) => (
          <Menu.Item key={format} onClick={() => void run(format)}>
            {formats(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const ENDINGS = ['.geojson', '.json', '.kml', '.kmz', '.gpx', '.wkt', '.txt', '.csv', '.xlsx', '.zip', '.gpkg', '.gml', '.dxf', '.fgb']; // biome-ignore format: one list
/** Bytes that a file of drawings may have. */
const MAX_BYTES = 50_000_000;

/** The file that is about to come in, and its coordinate system where the server has to be told. */
const useImport = (onDone: (ids: readonly number[]) => void) => {
  const t = useTranslations('map.tools.drawings');
  const text = useErrorText();
  const { number } = useFormat();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [srid, setSrid] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = () => {
    setOpen(false);
    setFile(null);
    setSrid(null);
    setProblem(null);
  };
  const run = async () => {
    if (!file) return;
    setBusy(true);
    setProblem(null);
    try {
      const query = srid === null ? {} : { srid };
      const { drawings, rejected } = await call(api.drawings.import, { query, body: { file } } as never);
      // The answer has all that a fresh list would bring.
      const key = keyOf(api.drawings.list, {});
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, (cached: Drawing[] | undefined) => [...(cached ?? []), ...drawings]);
      close();
      onDone(drawings.map(({ id }) => id));
      toast({
        type: rejected > 0 ? 'warning' : 'success',
        message:
          rejected > 0
            ? t('importedSome', { count: drawings.length, shown: number(drawings.length), rejected: number(rejected) })
            : t('imported', { count: drawings.length, shown: number(drawings.length) }),
      });
    } catch (error) {
      if (error instanceof CallError && error.fields.srid) setSrid(32639);
      setProblem(text(error));
    } finally {
      setBusy(false);
    }
  };
  return { open, setOpen, file, setFile, srid, setSrid, problem, busy, close, run };
};

/** Every shape of a file becomes a drawing; the returned change can be undone. */
export const ImportButton = ({ onDone }: { onDone: (ids: readonly number[]) => void }) => {
  const t = useTranslations('map.tools.drawings');
  const { open, setOpen, file, setFile, srid, setSrid, problem, busy, close, run } = useImport(onDone);
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={<IconUpload size={16} />} onClick={() => setOpen(true)}>
        {t('import')}
      </Button>
      <Modal opened={open} onClose={close} title={t('importTitle')}>
        <Stack gap="md">
          <FileDrop
            file={file}
            onFile={setFile}
            accept={ENDINGS}
            maxSize={MAX_BYTES}
            hint={t('importHint')}
            disabled={busy}
          />
          {srid !== null && (
            <NumberField
              label={t('srid')}
              description={t('sridWhat')}
              whole
              value={srid}
              min={1}
              max={999_999}
              onChange={setSrid}
            />
          )}
          {problem && (
            <Text role="alert" size="sm" c="var(--mantine-color-error)">
              {problem}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button disabled={!file} loading={busy} onClick={() => void run()}>
              {t('importDo')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
};
