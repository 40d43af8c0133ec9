// Printing's panel: what the page shall be, how it will look, and the file.
'use client';
import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMachine } from '../use-machine';
import { AtlasFields } from './atlas-fields';
import { FontFields, PaperFields, PartFields, PlaceFields, TextFields } from './fields';
import { machine } from './machine';
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
  const printing = usePrinting(settings, page, single ? null : atlas.pages);
  const set = (change: Partial<PrintSettings>) => act({ do: 'set', change });
  const pages = single ? 1 : (atlas.pages?.length ?? 0);
  if (page.faces === 'failed') return <Alert color="red">{t('noFont')}</Alert>;
  return (
    <Stack gap="md">
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
      {page.faces && page.place && single && (
        <Preview facts={page.facts} place={page.place} faces={page.faces} pictures={page.pictures} />
      )}
      <SegmentedControl
        fullWidth
        aria-label={t('format')}
        value={settings.format}
        disabled={!single}
        onChange={(value) => set({ format: value as PrintSettings['format'] })}
        data={FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
      />
      {printing.tooLarge && <Alert color="orange">{t('tooLarge')}</Alert>}
      <PrintStart printing={printing} pages={pages} isReady={Boolean(page.place && page.whole)} />
    </Stack>
  );
};
