// Measuring's panel: what is measured, the sketch in numbers, the list of what was measured, and the units.
'use client';
import { Button, SegmentedControl, Select, SimpleGrid, Stack, Switch, Tooltip } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { ANGLE_UNITS, type AngleUnit, AREA_UNITS, LENGTH_UNITS, type Units } from '@/map/geo/measure-units';
import { useMeasuring } from '@/map/state/measuring';
import { useOverlay } from '@/map/state/overlay';
import { useSelection } from '@/map/state/selection';
import { useSketch } from '@/map/state/sketch';
import { SketchPanel } from '../sketch-panel';
import { useMachine } from '../use-machine';
import { kindOf, MEASURES, type MeasureKind, machine } from './machine';
import { formatReading, listReadings, segmentTexts } from './readings';
import { Results } from './results';
import { useMeasureWords } from './use-words';

/** The words of the measurement under the hand; the finished ones are drawn by `shown`. */
const LIVE = 'measure:live';
/** Selected records that are fetched and measured at once. */
const MAX_SELECTED = 20;

/** The units of the readings, and what the map shows of them. */
const UnitFields = () => {
  const t = useTranslations('map.tools.measure');
  const { units, parts, stay, setUnits, setParts, setStay } = useMeasuring();
  const data = (names: string[]) => names.map((value) => ({ value, label: t(`unit.${value}` as never) }));
  return (
    <Stack gap="xs">
      <SimpleGrid cols={2} spacing="xs">
        <Select
          label={t('lengthUnit')}
          data={data(['auto', ...Object.keys(LENGTH_UNITS)])}
          value={units.length}
          onChange={(value) => value && setUnits({ length: value as Units['length'] })}
          allowDeselect={false}
        />
        <Select
          label={t('areaUnit')}
          data={data(['auto', ...Object.keys(AREA_UNITS)])}
          value={units.area}
          onChange={(value) => value && setUnits({ area: value as Units['area'] })}
          allowDeselect={false}
        />
        <Select
          label={t('angleUnit')}
          data={data(Object.keys(ANGLE_UNITS))}
          value={units.angle}
          onChange={(value) => value && setUnits({ angle: value as AngleUnit })}
          allowDeselect={false}
        />
      </SimpleGrid>
      <Switch label={t('parts')} checked={parts} onChange={(event) => setParts(event.currentTarget.checked)} />
      <Switch label={t('stay')} checked={stay} onChange={(event) => setStay(event.currentTarget.checked)} />
    </Stack>
  );
};

/** An angle or a bearing while it is drawn; lengths and areas stand in the sketch's own lines. */
const Live = ({ kind }: { kind: MeasureKind }) => {
  const t = useTranslations('map.tools.measure');
  const words = useMeasureWords();
  const geometry = useSketch((s) => s.geometry);
  const parts = useMeasuring((s) => s.parts);
  const angles = geometry
    ? listReadings(kind, geometry).filter(({ what }) => ['angle', 'bearing', 'back'].includes(what))
    : [];

  useEffect(() => {
    const { show } = useOverlay.getState();
    show(LIVE, geometry && parts ? segmentTexts(kind, geometry, words) : []);
    return () => show(LIVE, []);
  }, [kind, geometry, words, parts]);

  if (angles.length === 0) return null;
  return (
    <div role="status" aria-live="off" style={{ fontSize: 'var(--mantine-font-size-sm)' }}>
      {angles.map((reading) => (
        <div key={reading.what}>{t(`readings.${reading.what}`, { value: formatReading(reading, words) })}</div>
      ))}
    </div>
  );
};

export const MeasurePanel = () => {
  const t = useTranslations('map.tools.measure');
  const [{ kind, results }, act] = useMachine('measure', machine);
  const text = useErrorText();
  const { number } = useFormat();
  const { layer, ids } = useSelection();
  const vertices = useSketch((s) => s.vertices);
  const mode = useSketch((s) => s.mode);
  const [busy, setBusy] = useState(false);

  useEffect(() => act({ do: 'vertices', count: vertices }), [act, vertices]);

  const measureSelected = async () => {
    const selectedIds = ids.slice(0, MAX_SELECTED);
    setBusy(true);
    try {
      const [titles, records] = await Promise.all([
        call(api.records.values, { body: { ids: [...selectedIds] } }),
        Promise.all(selectedIds.map((id) => call(api.records.one, { params: { id } }))),
      ]);
      const sized = records.flatMap(({ id, geometry }) => (geometry && kindOf(geometry) ? [{ id, geometry }] : []));
      for (const { id, geometry } of sized)
        act({ do: 'add', geometry, title: titles.find((one) => one.id === id)?.title ?? String(id) });
      if (sized.length === 0) toast({ type: 'info', message: t('onlyPoints') });
      else if (ids.length > MAX_SELECTED)
        toast({ type: 'info', message: t('tooMany', { most: number(MAX_SELECTED) }) });
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    } finally {
      setBusy(false);
    }
  };

  const none = layer === null || ids.length === 0;
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label={t('how')}
        value={kind}
        onChange={(value) => act({ do: 'kind', kind: value as MeasureKind })}
        data={MEASURES.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <SketchPanel done={mode === 'draw' ? t('finish') : null} />
      <Live kind={kind} />
      <Tooltip label={t('noneSelected')} disabled={!none}>
        <Button
          variant="default"
          leftSection={<IconRuler2 size={16} />}
          aria-disabled={none}
          data-disabled={none || undefined}
          loading={busy}
          onClick={() => (none ? toast({ type: 'info', message: t('noneSelected') }) : void measureSelected())}
        >
          {t('selected')}
        </Button>
      </Tooltip>
      <Results results={results} act={act} />
      <UnitFields />
    </Stack>
  );
};
