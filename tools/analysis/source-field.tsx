// One input of the work: a layer and which of its records, regions, own drawings, or shapes drawn for it.
'use client';
import { Group, MultiSelect, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { TYPE_ICONS } from '../drawings/kinds';
import { hasShapes } from '../record-pick';
import { SketchPanel } from '../sketch-panel';
import classes from './analysis.module.css';
import { areaSide, type Facts, OF_TYPE, type Problem } from './analysis-order';
import {
  type AnalysisAction,
  type AnalysisState,
  DRAWN_SHAPES,
  PARTS,
  type Part,
  type Side,
  SOURCE_KINDS,
  type Source,
  type SourceKind,
} from './machine';

/** Regions of one source on the wire. */
const MAX_REGIONS = 500;
const AREA_SHAPES: readonly string[] = ['polygon', 'rectangle', 'circle'];

interface SourceFieldProps {
  side: Side;
  /** What this input is called. */
  title: string;
  state: AnalysisState;
  facts: Facts;
  /** What is missing here; null where nothing is. */
  problem: Problem | null;
  act: (action: AnalysisAction) => void;
}

export const SourceField = (props: SourceFieldProps) => {
  const { side, title, state, problem, act } = props;
  const t = useTranslations('map.tools.analysis');
  const source = state[side];
  const change = (part: Partial<Source>) => act({ do: 'source', side, change: part });
  return (
    <fieldset className={classes.source}>
      <legend className={classes.legend}>{title}</legend>
      <Stack gap={8}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('kindOf', { side: title })}
          value={source.kind}
          onChange={(kind) => change({ kind: kind as SourceKind })}
          data={SOURCE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        {source.kind === 'layer' && <LayerPart {...props} change={change} />}
        {source.kind === 'regions' && <RegionsPart {...props} change={change} />}
        {source.kind === 'drawings' && <DrawingsPart {...props} change={change} />}
        {source.kind === 'sketch' && <SketchPart {...props} change={change} />}
        {problem && (
          <Text size="xs" c="dimmed" role="status">
            {t(`problems.${problem as 'noLayer'}`)}
          </Text>
        )}
      </Stack>
    </fieldset>
  );
};

type PartProps = SourceFieldProps & { change: (part: Partial<Source>) => void };

const LayerPart = ({ side, title, state, facts, change }: PartProps) => {
  const t = useTranslations('map.tools.analysis');
  const { number } = useFormat();
  const { layer, part } = state[side];
  const areas = areaSide(state.how) === side;
  const layers = facts.layers.filter((l) => hasShapes(l) && (!areas || OF_TYPE[l.type] === 'area' || l.id === layer));
  const counts = {
    count: number(facts.picked.layer === layer ? facts.picked.ids.length : 0),
  };
  return (
    <>
      <Select
        aria-label={t('layerOf', { side: title })}
        placeholder={t('chooseLayer')}
        data={layers.map(({ id, label }) => ({ value: String(id), label }))}
        value={layer === null ? null : String(layer)}
        onChange={(id) => id && change({ layer: Number(id) })}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('noLayerFound')}
        maxDropdownHeight={280}
      />
      {layer !== null && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('part', { side: title })}
          value={part}
          onChange={(value) => change({ part: value as Part })}
          data={PARTS.map((value) => ({
            value,
            label: t(`parts.${value}`, counts),
          }))}
        />
      )}
      {part === 'query' && facts.query?.layer === layer && (
        <Text size="xs" c="dimmed">
          {t('queryOn')}
        </Text>
      )}
    </>
  );
};

const RegionsPart = ({ side, title, state, change }: PartProps) => {
  const t = useTranslations('map.tools.analysis');
  const regions = useRead(api.regions.short, {}, { staleTime: 300_000 });
  const regionIds = state[side].regions;
  if (regions.error) return <ErrorState error={regions.error} retry={() => void regions.refetch()} />;
  return (
    <MultiSelect
      aria-label={t('regionsOf', { side: title })}
      placeholder={regionIds.length === 0 ? t('chooseRegions') : undefined}
      data={(regions.data ?? []).map((r) => ({ value: String(r.id), label: r.label }))}
      value={regionIds.map(String)}
      onChange={(value) => change({ regions: value.map(Number) })}
      maxValues={MAX_REGIONS}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={t('noRegionFound')}
      maxDropdownHeight={280}
    />
  );
};

const DrawingsPart = ({ side, title, state, facts, change }: PartProps) => {
  const t = useTranslations('map.tools.analysis');
  const { number } = useFormat();
  const { items, selected } = facts.drawings;
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('drawingsOf', { side: title })}
      value={state[side].drawings}
      onChange={(value) => change({ drawings: value as Source['drawings'] })}
      data={[
        { value: 'all', label: t('drawings.all', { count: number(items.length) }) },
        { value: 'chosen', label: t('drawings.chosen', { count: number(selected.size) }) },
      ]}
    />
  );
};

const SketchPart = ({ side, title, state, act, change }: PartProps) => {
  const t = useTranslations('map.tools.analysis');
  const { number } = useFormat();
  const { shapes } = state[side];
  const { drawing } = state;
  const areas = areaSide(state.how) === side;
  return (
    <>
      <Group gap={4} role="group" aria-label={t('drawFor', { side: title })}>
        {DRAWN_SHAPES.filter((shape) => !areas || AREA_SHAPES.includes(shape)).map((shape) => {
          const Icon = TYPE_ICONS[shape];
          const on = drawing?.side === side && drawing.shape === shape;
          return (
            <IconButton
              key={shape}
              label={t(`draw.${shape}`)}
              size={32}
              variant={on ? 'filled' : 'default'}
              color="indigo"
              aria-pressed={on}
              onClick={() => act(on ? { do: 'stop' } : { do: 'draw', side, shape })}
            >
              <Icon size={18} />
            </IconButton>
          );
        })}
        {shapes.length > 0 && (
          <IconButton
            label={t('clearDrawn')}
            variant="subtle"
            color="gray"
            size={32}
            ms="auto"
            onClick={() => change({ shapes: [] })}
          >
            <IconX size={16} />
          </IconButton>
        )}
      </Group>
      {shapes.length > 0 && (
        <Text size="xs" c="dimmed" role="status">
          {t('drawn', { count: shapes.length, shown: number(shapes.length) })}
        </Text>
      )}
      {drawing?.side === side && <SketchPanel done={t('finish')} />}
    </>
  );
};
