// Reshaping beyond dragging: turn, size, thin, pierce, add and take away parts; each is one step that undo takes back.
'use client';
import { Alert, Button, Group, Text } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconArrowsHorizontal,
  IconBoxAlignLeft,
  IconBoxAlignRight,
  IconBoxMargin,
  IconBoxPadding,
  IconRotate2,
  IconRotateClockwise2,
  IconVectorSpline,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { NumberField } from '@/components/fields/number-field';
import { IconButton } from '@/components/icon-button';
import type { Geometry } from '@/contract/schemas/common';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { offset, type Side } from '@/map/geo/offset';
import { removeStrand, rotate, scale, simplify } from '@/map/geo/shapes';
import { strands } from '@/map/geo/walk';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import { type Extra, type ModifyAction, machine } from './modify/machine';
import { VertexFields } from './parts/vertex-fields';
import { useMachine } from './use-machine';

interface SizedProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  description?: string | undefined;
  /** What is done by so much. */
  children: ReactNode;
}

/** How much, and the buttons beside it. */
const Sized = ({ children, ...field }: SizedProps) => (
  <Group gap={4} align="end" wrap="nowrap">
    <NumberField size="xs" flex={1} {...field} />
    {children}
  </Group>
);

/** Turns the shape, and makes it larger or smaller. */
const TurnAndScale = () => {
  const t = useTranslations('map.sketch');
  const { drawing } = useMap();
  const [degrees, setDegrees] = useState(15);
  const [percent, setPercent] = useState(110);
  return (
    <>
      <Sized label={t('degrees')} value={degrees} min={1} max={180} onChange={setDegrees}>
        <IconButton label={t('turnLeft')} onClick={() => drawing.change((shape) => rotate(shape, -degrees))}>
          <IconRotate2 size={18} />
        </IconButton>
        <IconButton label={t('turnRight')} onClick={() => drawing.change((shape) => rotate(shape, degrees))}>
          <IconRotateClockwise2 size={18} />
        </IconButton>
      </Sized>
      <Sized label={t('percent')} value={percent} min={101} max={1000} onChange={setPercent}>
        <IconButton label={t('larger')} onClick={() => drawing.change((shape) => scale(shape, percent / 100))}>
          <IconArrowsDiagonal size={18} />
        </IconButton>
        <IconButton label={t('smaller')} onClick={() => drawing.change((shape) => scale(shape, 100 / percent))}>
          <IconArrowsDiagonalMinimize2 size={18} />
        </IconButton>
      </Sized>
    </>
  );
};

const countVertices = (shape: Geometry): number => strands(shape).reduce((n, s) => n + s.positions.length, 0);

/** Leaves out vertices that change the shape by less than a distance. */
const Simplify = ({ geometry }: { geometry: Geometry }) => {
  const t = useTranslations('map.sketch');
  const { number } = useFormat();
  const { drawing } = useMap();
  const [metres, setMetres] = useState(10);
  const [dropped, setDropped] = useState<number | null>(null);
  const thin = () => {
    const vertices = countVertices(geometry);
    let left = vertices;
    drawing.change((shape) => {
      const next = simplify(shape, metres);
      left = countVertices(next);
      return left < vertices ? next : null;
    });
    setDropped(vertices - left);
  };
  return (
    <Sized
      label={t('metres')}
      description={dropped === null ? undefined : t('dropped', { count: dropped, shown: number(dropped) })}
      value={metres}
      min={0.01}
      max={100_000}
      onChange={setMetres}
    >
      <IconButton label={t('simplify')} onClick={thin}>
        <IconVectorSpline size={18} />
      </IconButton>
    </Sized>
  );
};

/** Moves the outline outwards or inwards, or a line to a side. */
const Offset = ({ isArea }: { isArea: boolean }) => {
  const t = useTranslations('map.sketch');
  const { drawing } = useMap();
  const [distance, setDistance] = useState(10);
  const [isRefused, setIsRefused] = useState(false);
  const move = (side: Side) => setIsRefused(!drawing.change((shape) => offset(shape, distance, side)));
  return (
    <>
      <Sized
        label={t('offset')}
        value={distance}
        min={0.01}
        max={100_000}
        onChange={(value) => {
          setDistance(value);
          setIsRefused(false);
        }}
      >
        <IconButton label={t(isArea ? 'offsetOut' : 'offsetLeft')} onClick={() => move('left')}>
          {isArea ? <IconBoxMargin size={18} /> : <IconBoxAlignLeft size={18} />}
        </IconButton>
        <IconButton label={t(isArea ? 'offsetIn' : 'offsetRight')} onClick={() => move('right')}>
          {isArea ? <IconBoxPadding size={18} /> : <IconBoxAlignRight size={18} />}
        </IconButton>
        {!isArea && (
          <IconButton label={t('offsetBoth')} onClick={() => move('both')}>
            <IconArrowsHorizontal size={18} />
          </IconButton>
        )}
      </Sized>
      {isRefused && <Refusal>{t('offsetRefused')}</Refusal>}
    </>
  );
};

const Refusal = ({ children }: { children: ReactNode }) => (
  <Alert color="orange" role="alert" py="xs">
    {children}
  </Alert>
);

/** Adds holes and parts where the tool for it is open, and takes away the one whose vertex is in hand. */
const PartButtons = ({ geometry, onAdd }: { geometry: Geometry; onAdd: ((what: Extra) => void) | null }) => {
  const t = useTranslations('map.sketch');
  const { drawing } = useMap();
  const active = useSketch((s) => s.active);
  const all = strands(geometry);
  const inHand = active ? all[active.strand] : undefined;
  const hasParts = new Set(all.map((s) => s.part)).size > 1;
  const isHole = inHand?.kind === 'ring' && inHand.ring > 0;
  const look = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Group gap={4}>
      {onAdd && geometry.type.endsWith('Polygon') && (
        <Button {...look} onClick={() => onAdd('hole')}>
          {t('addHole')}
        </Button>
      )}
      {onAdd && (
        <Button {...look} onClick={() => onAdd('part')}>
          {t('addPart')}
        </Button>
      )}
      {active && (isHole || hasParts) && (
        <Button {...look} onClick={() => drawing.change((shape) => removeStrand(shape, active.strand))}>
          {t(isHole ? 'removeHole' : 'removePart')}
        </Button>
      )}
    </Group>
  );
};

export const ReshapeExtras = () => {
  const t = useTranslations('map.sketch');
  const { mode, geometry } = useSketch();
  const isModify = useTool((s) => s.active === 'modify');
  const [state, act] = useMachine('modify', machine);
  if (isModify && state.phase === 'adding')
    return (
      <>
        <Text size="sm" role="status">
          {t(`adding.${state.what}`)}
        </Text>
        <Button variant="default" onClick={() => act({ do: 'stopAdding' } satisfies ModifyAction)}>
          {t('stopAdding')}
        </Button>
      </>
    );
  if (mode !== 'edit' || !geometry) return null;
  if (geometry.type === 'Point') return <VertexFields />;
  const isPoints = geometry.type.endsWith('Point');
  return (
    <>
      <VertexFields />
      <TurnAndScale />
      {!isPoints && <Simplify geometry={geometry} />}
      {!isPoints && <Offset isArea={geometry.type.endsWith('Polygon')} />}
      <PartButtons geometry={geometry} onAdd={isModify ? (what) => act({ do: 'add', what, base: geometry }) : null} />
      {isModify && state.phase === 'editing' && state.refused && <Refusal>{t('noHole')}</Refusal>}
    </>
  );
};
