// Which system places are written in: degrees, UTM, a transverse Mercator of one's own, or one of the server's list.
'use client';
import { Alert, Group, SegmentedControl, Select, SimpleGrid, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { NumberField } from '@/components/fields/number-field';
import { api } from '@/contract';
import type { Projection } from '@/contract/schemas/settings';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { CUSTOM, type System } from '@/map/geo/coordinates-systems';
import { ZONES, zoneOf } from '@/map/geo/utm';
import { useCoordinates } from '@/map/state/coordinates';

/** WGS84 itself and its UTM zones are choices of their own. */
const isOwn = ({ srid }: Projection) =>
  srid === 4326 || (srid > 32600 && srid <= 32660) || (srid > 32700 && srid <= 32760);

/** The choice that stands for a system. */
const nameOf = (system: System): string => {
  switch (system.kind) {
    case 'degrees':
      return system.style;
    case 'utm':
      return system.zone === null ? 'auto' : 'zone';
    case 'custom':
      return 'custom';
    case 'listed':
      return String(system.srid);
  }
};

interface FieldsProps<Kind extends System['kind']> {
  system: Extract<System, { kind: Kind }>;
  onChange: (system: System) => void;
}

const ZoneFields = ({ zone, system, onChange }: FieldsProps<'utm'> & { zone: number }) => {
  const t = useTranslations('map.tools.coordinates');
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <NumberField
        label={t('zone')}
        flex={1}
        value={zone}
        min={1}
        max={ZONES}
        whole
        onChange={(next) => onChange({ ...system, zone: next })}
      />
      <SegmentedControl
        aria-label={t('half')}
        value={system.south ? 'south' : 'north'}
        onChange={(half) => onChange({ ...system, south: half === 'south' })}
        data={[
          { value: 'north', label: t('north') },
          { value: 'south', label: t('south') },
        ]}
      />
    </Group>
  );
};

const CustomFields = ({ system, onChange }: FieldsProps<'custom'>) => {
  const t = useTranslations('map.tools.coordinates');
  return (
    <SimpleGrid cols={2} spacing="xs">
      <NumberField
        label={t('meridian')}
        value={system.meridian}
        min={-180}
        max={180}
        onChange={(meridian) => onChange({ ...system, meridian })}
      />
      <NumberField
        label={t('scale')}
        value={system.scale}
        min={0.9}
        max={1.1}
        step={0.0001}
        onChange={(scale) => onChange({ ...system, scale })}
      />
      <NumberField
        label={t('falseEast')}
        value={system.east}
        min={-20_000_000}
        max={20_000_000}
        step={1000}
        onChange={(east) => onChange({ ...system, east })}
      />
      <NumberField
        label={t('falseNorth')}
        value={system.north}
        min={-20_000_000}
        max={20_000_000}
        step={1000}
        onChange={(north) => onChange({ ...system, north })}
      />
    </SimpleGrid>
  );
};

export const SystemFields = () => {
  const t = useTranslations('map.tools.coordinates');
  const { lang } = useFormat();
  const map = useMap();
  const { system, failed, setSystem } = useCoordinates();
  const listed = (useRead(api.settings.projections, {}, { staleTime: Number.POSITIVE_INFINITY }).data ?? []).filter(
    (one) => !isOwn(one),
  );

  const choose = (name: string) => {
    switch (name) {
      case 'dd':
      case 'dm':
      case 'dms':
        return setSystem({ kind: 'degrees', style: name });
      case 'auto':
        return setSystem({ kind: 'utm', zone: null, south: false });
      case 'zone': {
        const here = zoneOf(map.getView().center);
        return setSystem({ kind: 'utm', zone: here?.zone ?? 1, south: here?.south ?? false });
      }
      case 'custom':
        return setSystem(CUSTOM);
      default: {
        const system = listed.find(({ srid }) => String(srid) === name);
        if (system) setSystem({ kind: 'listed', srid: system.srid, proj4: system.proj4, units: system.units });
      }
    }
  };
  const options = (names: readonly string[]) =>
    names.map((value) => ({ value, label: t(`systems.${value}` as 'systems.dd') }));

  return (
    <Stack gap="xs">
      <Select
        label={t('system')}
        data={[
          { group: t('groups.degrees'), items: options(['dd', 'dm', 'dms']) },
          { group: t('groups.utm'), items: options(['auto', 'zone', 'custom']) },
          {
            group: t('groups.listed'),
            items: listed.map(({ srid, name }) => ({ value: String(srid), label: `${name[lang]} (EPSG:${srid})` })),
          },
        ]}
        value={nameOf(system)}
        onChange={(value) => value && choose(value)}
        allowDeselect={false}
        searchable
        maxDropdownHeight={300}
      />
      {system.kind === 'utm' && system.zone !== null && (
        <ZoneFields zone={system.zone} system={system} onChange={setSystem} />
      )}
      {system.kind === 'custom' && <CustomFields system={system} onChange={setSystem} />}
      {failed && <Alert color="orange">{t('failed')}</Alert>}
    </Stack>
  );
};
