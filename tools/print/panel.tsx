// Printing's panel: what the page shall be, how it will look, and the file.
'use client';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconFocusCentered, IconPinnedOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ErrorState } from '@/components/feedback/states';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { hasNazanin, PRINT_FONTS } from '@/map/print/fonts';
import { extentOfPlace, PAPERS, type PaperName, RESOLUTIONS, SCALES } from '@/map/print/paper';
import { useTool } from '@/map/state/tool';
import { CoordinateBox } from '../coordinates';
import { NumberField } from '../parts/number-field';
import { useMachine } from '../use-machine';
import { machine } from './machine';
import { Preview } from './preview';
import classes from './print.module.css';
import { ATLASES, FORMATS, GRIDS, MAX_PAGES, MAX_TEXT, MAX_TITLE, PARTS, type PrintSettings } from './settings';
import { PrintStart } from './start';
import { useAtlas } from './use-atlas';
import { useFrame, usePage } from './use-page';
import { usePrinting } from './use-printing';

const AUTO = 'auto';

export const PrintPanel = () => {
  const t = useTranslations('map.tools.print');
  const { number } = useFormat();
  const [state, act] = useMachine('print', machine);
  const { settings, pin } = state;
  const map = useMap();
  const layers = useTool((s) => s.layers).filter((l) => l.type > 0 && l.type < 4);
  const page = usePage(state);
  const atlas = useAtlas(settings);
  const single = settings.atlas === 'none';
  useFrame(single ? page.place : null, single ? page.box : null);
  const printing = usePrinting(settings, page, single ? null : atlas.pages);
  const [nazanin, setNazanin] = useState<boolean | null>(null);
  useEffect(() => {
    void hasNazanin().then(setNazanin);
  }, []);

  const set = (change: Partial<PrintSettings>) => act({ do: 'set', change });
  const pages = single ? 1 : (atlas.pages?.length ?? 0);
  if (page.faces === 'failed') return <Alert color="red">{t('noFont')}</Alert>;
  return (
    <Stack gap="md">
      <TextInput
        label={t('pageTitle')}
        value={settings.title}
        maxLength={MAX_TITLE}
        dir="auto"
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        value={settings.description}
        maxLength={MAX_TEXT}
        dir="auto"
        autosize
        maxRows={4}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Group grow gap="xs">
        <Select
          label={t('paper')}
          data={Object.keys(PAPERS)}
          value={settings.paper}
          allowDeselect={false}
          onChange={(value) => set({ paper: value as PaperName })}
        />
        <Select
          label={t('dpi')}
          data={RESOLUTIONS.map((dpi) => ({ value: String(dpi), label: number(dpi) }))}
          value={String(settings.dpi)}
          allowDeselect={false}
          onChange={(value) => set({ dpi: Number(value) })}
        />
      </Group>
      <SegmentedControl
        fullWidth
        aria-label={t('orientation')}
        value={settings.landscape ? 'landscape' : 'portrait'}
        onChange={(value) => set({ landscape: value === 'landscape' })}
        data={(['landscape', 'portrait'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <Select
        label={t('scale')}
        data={[
          { value: AUTO, label: t(single ? 'scaleView' : 'scaleFit') },
          ...SCALES.map((n) => ({ value: String(n), label: t('scaleValue', { value: number(n) }) })),
        ]}
        value={settings.scale === null ? AUTO : String(settings.scale)}
        allowDeselect={false}
        maxDropdownHeight={280}
        onChange={(value) => set({ scale: value === AUTO ? null : Number(value) })}
      />
      {single && (
        <Stack gap="xs">
          <CoordinateBox labelled />
          <Group gap="xs">
            {(pin || settings.scale !== null) && page.place && page.box && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconFocusCentered size={16} />}
                onClick={() =>
                  page.place && page.box && map.fitExtent(extentOfPlace(page.place, page.box), { maxZoom: 22 })
                }
              >
                {t('seeFrame')}
              </Button>
            )}
            {pin && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPinnedOff size={16} />}
                onClick={() => act({ do: 'follow' })}
              >
                {t('followMap')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
      <fieldset className={classes.fields}>
        <Text component="legend" size="sm" fw={500} mb={6}>
          {t('partsTitle')}
        </Text>
        <div className={classes.parts}>
          {PARTS.map((part) => (
            <Checkbox
              key={part}
              label={t(`parts.${part}`)}
              checked={settings.parts[part]}
              onChange={(event) => set({ parts: { ...settings.parts, [part]: event.currentTarget.checked } })}
            />
          ))}
        </div>
      </fieldset>
      {settings.parts.grid && (
        <SegmentedControl
          fullWidth
          aria-label={t('gridKind')}
          value={settings.grid}
          onChange={(value) => set({ grid: value as PrintSettings['grid'] })}
          data={GRIDS.map((value) => ({ value, label: t(`grids.${value}`) }))}
        />
      )}
      {page.noUtm && <Alert color="orange">{t('noUtm')}</Alert>}
      <Group grow gap="xs" align="flex-start">
        <Select
          label={t('font')}
          data={PRINT_FONTS.map((font) => ({ value: font, label: t(`fonts.${font}`) }))}
          value={settings.font}
          allowDeselect={false}
          onChange={(value) => set({ font: value as PrintSettings['font'] })}
        />
        <NumberField
          label={t('fontSize')}
          value={settings.fontSize}
          min={8}
          max={24}
          onChange={(fontSize) => set({ fontSize })}
        />
      </Group>
      {settings.font === 'nazanin' && nazanin === false && (
        <Text size="xs" c="dimmed">
          {t('noNazanin')}
        </Text>
      )}
      <Select
        label={t('atlas')}
        data={ATLASES.map((value) => ({ value, label: t(`atlases.${value}`) }))}
        value={settings.atlas}
        allowDeselect={false}
        onChange={(value) => set({ atlas: value as PrintSettings['atlas'] })}
      />
      {settings.atlas === 'regions' && (
        <MultiSelect
          label={t('regions')}
          placeholder={settings.regions.length === 0 ? t('allRegions') : undefined}
          data={atlas.regions}
          value={settings.regions.map(String)}
          searchable
          clearable
          maxDropdownHeight={280}
          onChange={(value) => set({ regions: value.map(Number) })}
        />
      )}
      {settings.atlas === 'records' && (
        <Select
          label={t('layer')}
          description={t('layerWhat')}
          data={layers.map(({ id, label }) => ({ value: String(id), label }))}
          value={settings.layer === null ? null : String(settings.layer)}
          searchable
          maxDropdownHeight={280}
          onChange={(value) => set({ layer: value === null ? null : Number(value) })}
        />
      )}
      {!single && atlas.read.error && <ErrorState error={atlas.read.error} retry={() => void atlas.read.refetch()} />}
      {!single && atlas.pages && (
        <Text size="sm" role="status">
          {pages === 0
            ? t('noPages')
            : atlas.total > MAX_PAGES
              ? t('pagesMost', { count: number(pages), total: number(atlas.total) })
              : t('pages', { count: number(pages) })}
        </Text>
      )}
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
