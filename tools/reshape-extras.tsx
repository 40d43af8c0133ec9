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
import { IconButton } from '@/components/icon-button';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { offset, type Side } from '@/map/geo/offset';
import { removeStrand, rotate, scale, simplify } from '@/map/geo/shapes';
import { strands } from '@/map/geo/walk';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import { type Extra, type ModifyAction, machine } from './modify/machine';
import { NumberField } from './parts/number-field';
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

export const ReshapeExtras = () => {
  const t = useTranslations('map.sketch');
  const { number } = useFormat();
  const map = useMap();
  const { mode, geometry, active } = useSketch();
  const tool = useTool((s) => s.active);
  const [state, act] = useMachine('modify', machine);
  const [degrees, setDegrees] = useState(15);
  const [percent, setPercent] = useState(110);
  const [metres, setMetres] = useState(10);
  const [distance, setDistance] = useState(10);
  const [narrow, setNarrow] = useState(false);
  const [dropped, setDropped] = useState<number | null>(null);
  if (tool === 'modify' && state.phase === 'adding')
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
  const all = strands(geometry);
  const area = geometry.type.endsWith('Polygon');
  const inHand = active ? all[active.strand] : undefined;
  const several = new Set(all.map((s) => s.part)).size > 1;
  const isHole = inHand?.kind === 'ring' && inHand.ring > 0;
  const vertices = all.reduce((n, s) => n + s.positions.length, 0);
  const add = (what: Extra) => act({ do: 'add', what, base: geometry });
  const thin = () => {
    let left = vertices;
    map.drawing.change((shape) => {
      const next = simplify(shape, metres);
      left = strands(next).reduce((n, s) => n + s.positions.length, 0);
      return left < vertices ? next : null;
    });
    setDropped(vertices - left);
  };
  const aside = (side: Side) => setNarrow(!map.drawing.change((shape) => offset(shape, distance, side)));
  return (
    <>
      <VertexFields />
      <Sized label={t('degrees')} value={degrees} min={1} max={180} onChange={setDegrees}>
        <IconButton label={t('turnLeft')} onClick={() => map.drawing.change((shape) => rotate(shape, -degrees))}>
          <IconRotate2 size={18} />
        </IconButton>
        <IconButton label={t('turnRight')} onClick={() => map.drawing.change((shape) => rotate(shape, degrees))}>
          <IconRotateClockwise2 size={18} />
        </IconButton>
      </Sized>
      <Sized label={t('percent')} value={percent} min={101} max={1000} onChange={setPercent}>
        <IconButton label={t('larger')} onClick={() => map.drawing.change((shape) => scale(shape, percent / 100))}>
          <IconArrowsDiagonal size={18} />
        </IconButton>
        <IconButton label={t('smaller')} onClick={() => map.drawing.change((shape) => scale(shape, 100 / percent))}>
          <IconArrowsDiagonalMinimize2 size={18} />
        </IconButton>
      </Sized>
      {!geometry.type.endsWith('Point') && (
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
      )}
      {!geometry.type.endsWith('Point') && (
        <Sized
          label={t('offset')}
          value={distance}
          min={0.01}
          max={100_000}
          onChange={(value) => {
            setDistance(value);
            setNarrow(false);
          }}
        >
          <IconButton label={t(area ? 'offsetOut' : 'offsetLeft')} onClick={() => aside('left')}>
            {area ? <IconBoxMargin size={18} /> : <IconBoxAlignLeft size={18} />}
          </IconButton>
          <IconButton label={t(area ? 'offsetIn' : 'offsetRight')} onClick={() => aside('right')}>
            {area ? <IconBoxPadding size={18} /> : <IconBoxAlignRight size={18} />}
          </IconButton>
          {!area && (
            <IconButton label={t('offsetBoth')} onClick={() => aside('both')}>
              <IconArrowsHorizontal size={18} />
            </IconButton>
          )}
        </Sized>
      )}
      {narrow && (
        <Alert color="orange" role="alert" py="xs">
          {t('offsetRefused')}
        </Alert>
      )}
      <Group gap={4}>
        {tool === 'modify' && area && (
          <Button size="compact-sm" variant="default" onClick={() => add('hole')}>
            {t('addHole')}
          </Button>
        )}
        {tool === 'modify' && (
          <Button size="compact-sm" variant="default" onClick={() => add('part')}>
            {t('addPart')}
          </Button>
        )}
        {active && (isHole || several) && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => map.drawing.change((shape) => removeStrand(shape, active.strand))}
          >
            {t(isHole ? 'removeHole' : 'removePart')}
          </Button>
        )}
      </Group>
      {tool === 'modify' && state.phase === 'editing' && state.refused && (
        <Alert color="orange" role="alert" py="xs">
          {t('noHole')}
        </Alert>
      )}
    </>
  );
};
