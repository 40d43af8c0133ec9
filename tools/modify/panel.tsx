// Modify's panel: the shape under the hand, or how to choose one.
'use client';
import { useTranslations } from 'next-intl';
import { useSketch } from '@/map/state/sketch';
import { CoordinateBox } from '../coordinates';
import { SketchPanel } from '../sketch-panel';

export const ModifyPanel = () => {
  const t = useTranslations('map.tools.modify');
  const mode = useSketch((state) => state.mode);
  return mode === 'none' ? <CoordinateBox labelled /> : <SketchPanel done={t('finish')} />;
};
