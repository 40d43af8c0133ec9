// What was measured, newest first: each with its numbers, and what can be done with it.
'use client';
import { Group, Menu, Text } from '@mantine/core';
import { IconBraces, IconCopy, IconDeviceFloppy, IconFocusCentered, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { MoreMenu } from '@/components/layout/more-menu';
import type { NewDrawing } from '@/contract/schemas/drawing';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { extentOf } from '@/map/geo/measure';
import { toMeasuredShape } from '@/map/geo/measure-lines';
import { flash } from '@/map/state/flash';
import { useOwnResults } from '../drawings/use-own-results';
import type { MeasureAction, Result } from './machine';
import classes from './measure.module.css';
import { formatReading, formatResult, listReadings, type Reading, toGeoJson } from './readings';
import { useMeasureWords } from './use-words';

/** Characters that a drawing's name may have. */
const MAX_NAME = 200;

/** Measurements in words: their names, their values, and how they leave the tool. */
const useResultTexts = () => {
  const t = useTranslations('map.tools.measure');
  const { number } = useFormat();
  const words = useMeasureWords();
  const nameOf = ({ kind, id, title }: Result) => title ?? t('named', { kind: t(`kinds.${kind}`), n: number(id) });
  const say = (what: Reading['what'], value: string) => t(`readings.${what}`, { value });
  const valueText = (reading: Reading) => say(reading.what, formatReading(reading, words));
  const toText = (list: readonly Result[]) =>
    list.map((one) => formatResult(one.kind, one.geometry, nameOf(one), words, say)).join('\n\n');
  const toJson = (list: readonly Result[]) =>
    JSON.stringify(toGeoJson(list.map((one) => ({ ...one, title: nameOf(one) }))));
  const toDrawing = (one: Result): NewDrawing => {
    const [value] = listReadings(one.kind, one.geometry).map(valueText);
    return {
      geometry: one.geometry,
      type: one.kind === 'area' ? 'polygon' : 'line',
      label: (value ? `${nameOf(one)} – ${value}` : nameOf(one)).slice(0, MAX_NAME),
    };
  };
  return { nameOf, valueText, toText, toJson, toDrawing };
};

interface ResultItemsProps {
  /** The panel's own, which outlives the open menu. */
  own: ReturnType<typeof useOwnResults>;
  list: readonly Result[];
  keep: string;
  remove: string;
  removeIcon: ReactNode;
  onRemove: () => void;
}

/** What can be done with one measurement, or with all of them, as items of a menu. */
const ResultItems = ({ own, list, keep, remove, removeIcon, onRemove }: ResultItemsProps) => {
  const t = useTranslations('map.tools.measure');
  const { toText, toJson, toDrawing } = useResultTexts();
  return (
    <>
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void own.copy(toText(list))}>
        {t('copyText')}
      </Menu.Item>
      <Menu.Item leftSection={<IconBraces size={16} />} onClick={() => void own.copy(toJson(list))}>
        {t('copyGeoJson')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => void own.keep(list.map(toDrawing))}>
        {keep}
      </Menu.Item>
      <Menu.Item color="red" leftSection={removeIcon} onClick={onRemove}>
        {remove}
      </Menu.Item>
    </>
  );
};

export const Results = ({ results, act }: { results: readonly Result[]; act: (action: MeasureAction) => void }) => {
  const t = useTranslations('map.tools.measure');
  const map = useMap();
  const own = useOwnResults('measure');
  const { nameOf, valueText } = useResultTexts();
  const drop = (list: readonly Result[], action: MeasureAction) => {
    act(action);
    own.dropped(list.length, () => act({ do: 'restore', results: list }));
  };
  const show = ({ geometry }: Result) => {
    const way = toMeasuredShape(geometry);
    const extent = extentOf([way]);
    if (extent) map.fitExtent(extent, { maxZoom: 18 });
    flash([way]);
  };

  if (results.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="onMap" />;
  return (
    <section aria-label={t('results')}>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" fw={600} flex={1}>
          {t('results')}
        </Text>
        <MoreMenu label={t('moreAll')}>
          <ResultItems
            own={own}
            list={results}
            keep={t('keepAll')}
            remove={t('clear')}
            removeIcon={<IconTrashX size={16} />}
            onRemove={() => drop(results, { do: 'clear' })}
          />
        </MoreMenu>
      </Group>
      <ul className={classes.list}>
        {results.map((one) => (
          <li key={one.id}>
            <div className={classes.result}>
              <bdi className={classes.name}>{nameOf(one)}</bdi>
              {listReadings(one.kind, one.geometry).map((r) => (
                <span key={r.what}>{valueText(r)}</span>
              ))}
            </div>
            <IconButton label={t('zoom')} variant="subtle" color="gray" size={28} onClick={() => show(one)}>
              <IconFocusCentered size={16} />
            </IconButton>
            <MoreMenu label={t('more', { name: nameOf(one) })}>
              <ResultItems
                own={own}
                list={[one]}
                keep={t('keep')}
                remove={t('remove')}
                removeIcon={<IconTrash size={16} />}
                onRemove={() => drop([one], { do: 'remove', id: one.id })}
              />
            </MoreMenu>
          </li>
        ))}
      </ul>
    </section>
  );
};
