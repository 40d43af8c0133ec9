// Whether one page is printed or many: one for each region, or for each record of a layer.
'use client';
import { MultiSelect, Select, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/feedback/states';
import { useFormat } from '@/lib/i18n/use-format';
import { useTool } from '@/map/state/tool';
import type { FieldsProps } from './fields';
import { ATLASES, MAX_PAGES, type PrintSettings } from './settings';
import type { useAtlas } from './use-atlas';

interface AtlasFieldsProps extends FieldsProps {
  atlas: ReturnType<typeof useAtlas>;
}

export const AtlasFields = ({ settings, atlas, onChange }: AtlasFieldsProps) => {
  const t = useTranslations('map.tools.print');
  const { number } = useFormat();
  const layers = useTool((s) => s.layers).filter((l) => l.type > 0 && l.type < 4);
  const isAtlas = settings.atlas !== 'none';
  const pages = atlas.pages?.length ?? 0;
  return (
    <>
      <Select
        label={t('atlas')}
        data={ATLASES.map((value) => ({ value, label: t(`atlases.${value}`) }))}
        value={settings.atlas}
        allowDeselect={false}
        onChange={(value) => onChange({ atlas: value as PrintSettings['atlas'] })}
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
          onChange={(value) => onChange({ regions: value.map(Number) })}
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
          onChange={(value) => onChange({ layer: value === null ? null : Number(value) })}
        />
      )}
      {isAtlas && atlas.read.error && <ErrorState error={atlas.read.error} retry={() => void atlas.read.refetch()} />}
      {isAtlas && atlas.pages && (
        <Text size="sm" role="status">
          {pages === 0
            ? t('noPages')
            : atlas.total > MAX_PAGES
              ? t('pagesMost', { count: number(pages), total: number(atlas.total) })
              : t('pages', { count: number(pages) })}
        </Text>
      )}
    </>
  );
};
