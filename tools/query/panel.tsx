// The query's panel: the layer, its rules, how many records pass them, and what to do with those.
'use client';
import { Button, SegmentedControl, Select, Stack } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { useRelationList } from '@/lib/api/use-relations';
import { useOverlay } from '@/map/state/overlay';
import { useTool } from '@/map/state/tool';
import { SketchPanel } from '../sketch-panel';
import { useMachine } from '../use-machine';
import { GroupEditor } from './group-editor';
import { machine } from './machine';
import { QueryActions } from './query-actions';
import { Saved } from './saved';
import { changed, fromNode, newGroup, type Rule, type RuleGroup, relationsOf, rulesOf, toNode } from './tree';

/** The places that rules ask about stand on the map. */
function usePlaces(tree: RuleGroup) {
  useEffect(() => {
    const geometries = rulesOf(tree).flatMap(({ where }) =>
      where?.kind === 'shape' ? [{ geometry: where.geometry, dash: 'dash' as const, fill_opacity: 0.08 }] : [],
    );
    useOverlay.getState().show('query', geometries);
    return () => useOverlay.getState().show('query', []);
  }, [tree]);
}

export const QueryPanel = () => {
  const t = useTranslations('map.tools.query');
  const layers = useTool((s) => s.layers).filter((l) => l.type <= 3);
  const [state, act] = useMachine('query', machine);
  const [tab, setTab] = useState<'build' | 'kept'>('build');
  const layer = layers.find((l) => l.id === state.layer)?.layer;
  const form = layer?.config.form ?? [];
  const { node, incomplete } = useMemo(() => toNode(state.tree, form), [state.tree, form]);
  const relations = relationsOf(state.tree, useRelationList(layer?.id ?? 0, layer !== undefined));
  const empty = 'and' in node && node.and.length === 0;

  usePlaces(state.tree);

  const onChange = (key: number, change: (n: Rule | RuleGroup) => Rule | RuleGroup | null) =>
    act({ do: 'tree', tree: changed(state.tree, key, change) });
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('tabs')}
        value={tab}
        onChange={(value) => setTab(value as 'build' | 'kept')}
        data={[
          { value: 'build', label: t('build') },
          { value: 'kept', label: t('kept') },
        ]}
      />
      {tab === 'kept' ? (
        <Saved
          onOpen={(id, query) => {
            act({ do: 'open', layer: id, tree: fromNode(query) });
            setTab('build');
          }}
        />
      ) : (
        <>
          <Select
            label={t('layer')}
            data={layers.map(({ id, label }) => ({ value: String(id), label }))}
            value={state.layer === null ? null : String(state.layer)}
            onChange={(id) => id && act({ do: 'layer', layer: Number(id) })}
            allowDeselect={false}
            searchable
          />
          {layer && (
            <GroupEditor
              source={{
                layer: layer.id,
                form: layer.config.form,
                hasPlaces: layer.type > 0,
                ...(relations && { relations }),
              }}
              group={state.tree}
              depth={0}
              incomplete={incomplete}
              drawing={state.drawing}
              onChange={onChange}
              onDraw={(rule, shape) => act(state.drawing === rule ? { do: 'stop' } : { do: 'draw', rule, shape })}
            />
          )}
          {state.drawing !== null && <SketchPanel done={t('finish')} />}
          {layer && !empty && <QueryActions layer={layer} query={node} hasIncomplete={incomplete.size > 0} />}
          {state.tree.children.length > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconEraser size={14} />}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => act({ do: 'tree', tree: newGroup() })}
            >
              {t('clear')}
            </Button>
          )}
        </>
      )}
    </Stack>
  );
};
