// The style of a layer: its kind, and the editor of that kind.
'use client';
import { Select, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Style } from '@/contract/schemas/style';
import { CategorisedEditor } from './kinds/categorised';
import { GraduatedEditor } from './kinds/graduated';
import { ClusterEditor, HeatEditor } from './kinds/heat';
import { RulesEditor } from './kinds/rules';
import { baseMark, heatmap } from './logic/classes';
import { MarkEditor } from './mark-editor';
import type { LookProps } from './use-look';

const KINDS = ['single', 'categorised', 'graduated', 'rule', 'heatmap', 'cluster'] as const;
type Kind = Style['kind'];
const CLUSTER_RADIUS = 50;

/** The style of a kind that needs no data; the others are made by their editors when the data have come. */
const plain = (kind: Kind, style: Style, label: string): Style | null => {
  const symbol = baseMark(style);
  switch (kind) {
    case 'single':
      return { kind, symbol };
    case 'rule':
      return { kind, rules: [{ label, filter: null, min_zoom: 0, max_zoom: 24, symbol }] };
    case 'heatmap':
      return heatmap(symbol);
    case 'cluster':
      return { kind, symbol, radius: CLUSTER_RADIUS };
    default:
      return null;
  }
};

export const StyleTab = (props: LookProps) => {
  const { layer, look, change } = props;
  const t = useTranslations('map.tools.styling');
  const [kind, setKind] = useState<Kind>(look.style.kind);
  const { style } = look;
  const kinds = KINDS.filter(
    (k) => (k !== 'heatmap' && k !== 'cluster') || layer.type === LAYER_TYPES.point || k === style.kind,
  );
  return (
    <Stack gap="sm">
      <Select
        label={t('kind')}
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => {
          const next = value as Kind;
          setKind(next);
          const nextStyle = next === style.kind ? null : plain(next, style, t('rules.newLabel'));
          if (nextStyle) change({ style: nextStyle });
        }}
      />
      {kind === 'single' && style.kind === 'single' && (
        <MarkEditor
          mark={style.symbol}
          type={layer.type}
          onChange={(symbol) => change({ style: { kind: 'single', symbol } })}
        />
      )}
      {kind === 'categorised' && <CategorisedEditor {...props} />}
      {kind === 'graduated' && <GraduatedEditor {...props} />}
      {kind === 'rule' && <RulesEditor {...props} />}
      {kind === 'heatmap' && <HeatEditor {...props} />}
      {kind === 'cluster' && <ClusterEditor {...props} />}
    </Stack>
  );
};
