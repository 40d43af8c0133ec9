// Printing's panel: how the page will look, what it shall be, and the file.
'use client';
import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMachine } from '../use-machine';
import { AtlasFields } from './atlas-fields';
import { FontFields, PaperFields, PartFields, PlaceFields, TextFields } from './fields';
import { machine } from './machine';
import { pagesOf } from './pages';
import { Preview } from './preview';
import { FORMATS, type PrintSettings } from './settings';
import { PrintStart } from './start';
import { useAtlas } from './use-atlas';
import { useFrame, usePage } from './use-page';
import { usePrinting } from './use-printing';

export const PrintPanel = () => {
  const t = useTranslations('map.tools.print');
  const [state, act] = useMachine('print', machine);
  const { settings, pin } = state;
  const page = usePage(state);
  const atlas = useAtlas(settings);
  const single = settings.atlas === 'none';
  useFrame(single ? page.place : null, single ? page.box : null);
  const pages =
    page.faces && page.faces !== 'failed' && page.place
      ? pagesOf(settings, page.facts, page.place, page.faces, single ? null : (atlas.pages ?? []))
      : [];
  const printing = usePrinting(settings, page, pages);
  const set = (change: Partial<PrintSettings>) => act({ do: 'set', change });
  const [first] = pages;
  if (page.faces === 'failed') return <Alert color="red">{t('noFont')}</Alert>;
  return (
    <Stack gap="md">
      {first && page.faces && (
        <Preview
          page={first}
          faces={page.faces}
          pictures={page.pictures}
          mapNow={page.mapNow}
          isPaused={printing.done !== null}
        />
      )}
      <TextFields settings={settings} onChange={set} />
      <PaperFields settings={settings} onChange={set} />
      {single && (
        <PlaceFields
          page={page}
          isPinned={pin !== null}
          scale={settings.scale}
          onFollow={() => act({ do: 'follow' })}
        />
      )}
      <PartFields settings={settings} onChange={set} />
      {page.noUtm && <Alert color="orange">{t('noUtm')}</Alert>}
      <FontFields settings={settings} onChange={set} />
      <AtlasFields settings={settings} atlas={atlas} onChange={set} />
      <SegmentedControl
        fullWidth
        aria-label={t('format')}
        value={settings.format}
        disabled={!single}
        onChange={(value) => set({ format: value as PrintSettings['format'] })}
        data={FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
      />
      {printing.tooLarge && <Alert color="orange">{t('tooLarge')}</Alert>}
      <PrintStart printing={printing} pages={pages.length} isReady={page.whole} />
    </Stack>
  );
};
