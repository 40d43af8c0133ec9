// The settings of a page as fields: its words, its paper and scale, its parts, its letters.
'use client';
import { Button, Checkbox, Group, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconFocusCentered, IconPinnedOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { NumberField } from '@/components/fields/number-field';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { hasNazanin, PRINT_FONTS } from '@/map/print/fonts';
import { extentOfPlace, PAPERS, type PaperName, RESOLUTIONS, SCALES } from '@/map/print/paper';
import { CoordinateBox } from '../coordinates';
import classes from './print.module.css';
import { GRIDS, MAX_TEXT, MAX_TITLE, PARTS, type PrintSettings } from './settings';
import type { usePage } from './use-page';

const AUTO = 'auto';

export interface FieldsProps {
  settings: PrintSettings;
  onChange: (change: Partial<PrintSettings>) => void;
}

export const TextFields = ({ settings, onChange }: FieldsProps) => {
  const t = useTranslations('map.tools.print');
  return (
    <>
      <TextInput
        label={t('pageTitle')}
        value={settings.title}
        maxLength={MAX_TITLE}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        value={settings.description}
        maxLength={MAX_TEXT}
        autosize
        maxRows={4}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
};

export const PaperFields = ({ settings, onChange }: FieldsProps) => {
  const t = useTranslations('map.tools.print');
  const { number } = useFormat();
  return (
    <>
      <Group grow gap="xs">
        <Select
          label={t('paper')}
          data={Object.keys(PAPERS)}
          value={settings.paper}
          allowDeselect={false}
          onChange={(value) => onChange({ paper: value as PaperName })}
        />
        <Select
          label={t('dpi')}
          data={RESOLUTIONS.map((dpi) => ({ value: String(dpi), label: number(dpi) }))}
          value={String(settings.dpi)}
          allowDeselect={false}
          onChange={(value) => onChange({ dpi: Number(value) })}
        />
      </Group>
      <SegmentedControl
        fullWidth
        aria-label={t('orientation')}
        value={settings.landscape ? 'landscape' : 'portrait'}
        onChange={(value) => onChange({ landscape: value === 'landscape' })}
        data={(['landscape', 'portrait'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <Select
        label={t('scale')}
        data={[
          { value: AUTO, label: t(settings.atlas === 'none' ? 'scaleView' : 'scaleFit') },
          ...SCALES.map((n) => ({ value: String(n), label: t('scaleValue', { value: number(n) }) })),
        ]}
        value={settings.scale === null ? AUTO : String(settings.scale)}
        allowDeselect={false}
        maxDropdownHeight={280}
        onChange={(value) => onChange({ scale: value === AUTO ? null : Number(value) })}
      />
    </>
  );
};

interface PlaceFieldsProps {
  page: ReturnType<typeof usePage>;
  isPinned: boolean;
  /** Null for the map's own. */
  scale: number | null;
  onFollow: () => void;
}

/** Where the page's map lies. */
export const PlaceFields = ({ page, isPinned, scale, onFollow }: PlaceFieldsProps) => {
  const t = useTranslations('map.tools.print');
  const map = useMap();
  return (
    <Stack gap="xs">
      <CoordinateBox labelled />
      <Group gap="xs">
        {(isPinned || scale !== null) && page.place && page.box && (
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
        {isPinned && (
          <Button variant="default" size="xs" leftSection={<IconPinnedOff size={16} />} onClick={onFollow}>
            {t('followMap')}
          </Button>
        )}
      </Group>
    </Stack>
  );
};

export const PartFields = ({ settings, onChange }: FieldsProps) => {
  const t = useTranslations('map.tools.print');
  return (
    <>
      <fieldset className={classes.fields}>
        <Text component="legend" size="xs" fw={500} c="dimmed" mb={6}>
          {t('partsTitle')}
        </Text>
        <div className={classes.parts}>
          {PARTS.map((part) => (
            <Checkbox
              key={part}
              label={t(`parts.${part}`)}
              checked={settings.parts[part]}
              onChange={(event) => onChange({ parts: { ...settings.parts, [part]: event.currentTarget.checked } })}
            />
          ))}
        </div>
      </fieldset>
      {settings.parts.grid && (
        <SegmentedControl
          fullWidth
          aria-label={t('gridKind')}
          value={settings.grid}
          onChange={(value) => onChange({ grid: value as PrintSettings['grid'] })}
          data={GRIDS.map((value) => ({ value, label: t(`grids.${value}`) }))}
        />
      )}
    </>
  );
};

export const FontFields = ({ settings, onChange }: FieldsProps) => {
  const t = useTranslations('map.tools.print');
  const [nazanin, setNazanin] = useState<boolean | null>(null);
  useEffect(() => {
    void hasNazanin().then(setNazanin);
  }, []);

  return (
    <>
      <Group grow gap="xs" align="flex-start">
        <Select
          label={t('font')}
          data={PRINT_FONTS.map((font) => ({ value: font, label: t(`fonts.${font}`) }))}
          value={settings.font}
          allowDeselect={false}
          onChange={(value) => onChange({ font: value as PrintSettings['font'] })}
        />
        <NumberField
          label={t('fontSize')}
          value={settings.fontSize}
          min={8}
          max={24}
          onChange={(fontSize) => onChange({ fontSize })}
        />
      </Group>
      {settings.font === 'nazanin' && nazanin === false && (
        <Text size="xs" c="dimmed">
          {t('noNazanin')}
        </Text>
      )}
    </>
  );
};
