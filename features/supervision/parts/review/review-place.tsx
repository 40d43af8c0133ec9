// Where the open record lies before and after. Keys: 1 to 4 choose what is drawn, F held draws both in turn, Z looks from further away.
'use client';
import { IconMapPinOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { EmptyState } from '@/components/feedback/states';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { DIFF_VIEWS, type DiffView, RecordDiffMap, toMapLayers } from '@/map';
import { shapesOf } from '../../logic/changes';

const NO_SWITCHES = { order: [], hidden: new Set<number>(), off: new Map() };
/** Neighbours stay behind what is judged. */
const FAINT = 0.35;

export function ReviewPlace({ layer, record }: { layer: Layer; record: LayerRecord }) {
  const t = useTranslations('supervision');
  const [view, setView] = useState<DiffView>('both');
  const [isHeld, setHeld] = useState(false);
  const [isWide, setWide] = useState(false);
  useHotkeys('screen', [
    ...DIFF_VIEWS.map((one, i) => ({ keys: [`Digit${i + 1}`, `Numpad${i + 1}`], run: () => setView(one) })),
    { keys: 'KeyF', run: () => setHeld(true), repeats: true },
    { keys: 'KeyZ', run: () => setWide(!isWide) },
  ]);
  useEffect(() => {
    if (!isHeld) return;
    const release = () => setHeld(false);
    window.addEventListener('keyup', release);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keyup', release);
      window.removeEventListener('blur', release);
    };
  }, [isHeld]);
  const layers = useMemo(
    () => toMapLayers([layer], { ...NO_SWITCHES, opacity: new Map([[layer.id, FAINT]]) }),
    [layer],
  );
  const { before, after } = shapesOf(record);
  if (!before && !after) return <EmptyState icon={<IconMapPinOff size={24} />} title={t('noPlace')} noAct="final" />;
  return (
    <RecordDiffMap
      before={before}
      after={after}
      layers={layers}
      view={isHeld ? 'flicker' : view}
      onView={setView}
      isWide={isWide}
      hasDetails
    />
  );
}
