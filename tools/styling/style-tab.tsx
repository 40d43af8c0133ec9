// The style of a layer: its kind, and the editor of that kind.
'use client';
import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usesSeveralChoices } from '@/contract/look/several-choices';
import type { Style } from '@/contract/schemas/style';
import { ModeTiles } from './gallery/mode-tiles';
import { type Mode, modeOf } from './gallery/modes';
import { CategorisedEditor } from './kinds/categorised';
import { GraduatedEditor } from './kinds/graduated';
import { ClusterEditor, HeatEditor } from './kinds/heat';
import { RulesEditor } from './kinds/rules';
import { baseMark, heatmap } from './logic/classes';
import { MarkEditor } from './mark-editor';
import type { LookProps } from './use-look';

const CLUSTER_RADIUS = 50;

/** Classes of values stay where single marks give way to clusters. */
const classesOf = (style: Style): { by?: NonNullable<Extract<Style, { kind: 'cluster' }>['by']> } => {
  if (style.kind !== 'categorised') return {};
  const { kind: _, ...by } = style;
  return { by };
};

/** The style of a kind that needs no data; the others are made by their editors when the data have come. */
const plain = (kind: Mode, style: Style, label: string): Style | null => {
  const symbol = baseMark(style);
  switch (kind) {
    case 'single':
      return { kind, symbol };
    case 'rule':
      return { kind, rules: [{ label, filter: null, min_zoom: 0, max_zoom: 24, symbol }] };
    case 'heatmap':
      return heatmap(symbol);
    case 'cluster':
      return { kind, symbol, radius: CLUSTER_RADIUS, ...classesOf(style) };
    default:
      return null;
  }
};

export const StyleTab = (props: LookProps) => {
  const { layer, look, change } = props;
  const t = useTranslations('map.tools.styling');
  const { style } = look;
  const [kind, setKind] = useState<Mode>(modeOf(style));
  const choose = (next: Mode) => {
    setKind(next);
    const nextStyle = plain(next, style, t('rules.newLabel'));
    if (nextStyle) change({ style: nextStyle });
  };
  return (
    <Stack gap="sm">
      <ModeTiles layer={layer} value={kind} mark={baseMark(style)} onChange={choose} />
      {usesSeveralChoices(style, layer.config.form) && (
        <Text size="xs" c="dimmed">
          {t('severalChoices')}
        </Text>
      )}
      {kind === 'single' && style.kind === 'single' && (
        <MarkEditor
          mark={style.symbol}
          type={layer.type}
          onChange={(symbol) => change({ style: { kind: 'single', symbol } })}
        />
      )}
      {kind === 'categorised' && <CategorisedEditor {...props} />}
      {(kind === 'graduated' || kind === 'bubbles') && (
        <GraduatedEditor key={kind} {...props} varies={kind === 'bubbles' ? 'size' : 'colour'} />
      )}
      {kind === 'rule' && <RulesEditor {...props} />}
      {kind === 'heatmap' && <HeatEditor {...props} />}
      {kind === 'cluster' && <ClusterEditor {...props} />}
    </Stack>
  );
};
