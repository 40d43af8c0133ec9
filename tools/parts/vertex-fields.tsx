// The vertex in hand without a pointer: go from one to the next, add one, read and write its latitude and longitude exactly.
'use client';
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { NumberField } from '@/components/fields/number-field';
import { IconButton } from '@/components/icon-button';
import { useMap } from '@/map/canvas/provider';
import { handles, insertVertex, moveVertex } from '@/map/geo/reshape';
import { strands } from '@/map/geo/walk';
import { useSketch } from '@/map/state/sketch';

/** As far north and south as the map shows. */
const MAX_LAT = 85;
/** A millimetre. */
const DECIMALS = 8;
/** About a metre for each press of an arrow key. */
const STEP = 0.00001;

/** Nothing while nothing is reshaped, and no numbers while no vertex is in hand. A number moves the vertex once it is written: Enter, or leaving the field. */
export const VertexFields = () => {
  const t = useTranslations('map.sketch');
  const map = useMap();
  const { mode, geometry, active } = useSketch();
  const [typed, setTyped] = useState<{ lng?: number; lat?: number }>({});
  const at =
    mode === 'edit' && geometry && active ? strands(geometry)[active.strand]?.positions[active.index] : undefined;
  const [lng, lat] = at ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another vertex, or this one elsewhere, begins anew
  useEffect(() => setTyped({}), [lng, lat]);
  if (mode !== 'edit' || !geometry) return null;
  const isPoint = geometry.type === 'Point';
  /** On the edge behind the vertex in hand; at the end of a line, before it. It is in hand then. */
  const insert = () => {
    if (!active) return;
    const middles = handles(geometry).filter((h) => h.kind === 'middle' && h.strand === active.strand);
    const middle = middles.find((h) => h.index === active.index) ?? middles.at(-1);
    if (!middle || !map.drawing.change((shape) => insertVertex(shape, middle, middle.position), true)) return;
    if (middle.index === active.index) map.drawing.pickVertex(1);
  };
  const steps = !isPoint && (
    <Group gap={4} wrap="nowrap">
      <IconButton label={t('vertexBefore')} onClick={() => map.drawing.pickVertex(-1)}>
        <IconChevronLeft size={18} className="points" />
      </IconButton>
      <IconButton label={t('vertexAfter')} onClick={() => map.drawing.pickVertex(1)}>
        <IconChevronRight size={18} className="points" />
      </IconButton>
      {!geometry.type.endsWith('Point') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={active === null}
          onClick={insert}
        >
          {t('vertexInsert')}
        </Button>
      )}
    </Group>
  );
  if (!active || lng === undefined || lat === undefined) return steps || null;

  const move = () => {
    const to = [typed.lng ?? lng, typed.lat ?? lat];
    setTyped({});
    if (to[0] !== lng || to[1] !== lat) map.drawing.change((shape) => moveVertex(shape, active, to), true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') move();
  };
  const common = { size: 'xs', flex: 1, step: STEP, decimals: DECIMALS } as const;
  return (
    <>
      {steps}
      <Group gap={4} align="start" wrap="nowrap" onBlur={move} onKeyDown={onKeyDown}>
        <NumberField
          {...common}
          label={t('vertexLat')}
          value={typed.lat ?? lat}
          min={-MAX_LAT}
          max={MAX_LAT}
          onChange={(value) => setTyped((now) => ({ ...now, lat: value }))}
        />
        <NumberField
          {...common}
          label={t('vertexLng')}
          value={typed.lng ?? lng}
          min={-180}
          max={180}
          onChange={(value) => setTyped((now) => ({ ...now, lng: value }))}
        />
      </Group>
    </>
  );
};
