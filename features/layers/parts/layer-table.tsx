// The layers as a table where there is room, as cards where there is not. Both show the same.
'use client';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { Layer } from '@/contract/schemas/layer';
import { useFormat } from '@/lib/i18n/use-format';
import { href, type Who } from '@/lib/routes/rules';
import { actsOn } from '../logic/acts';
import { type Order, turned } from '../logic/view';
import { LayerMark } from './layer-mark';
import classes from './layers.module.css';
import { RowActions } from './row-actions';
import type { LayerActs } from './use-layer-acts';

export interface LayerListProps {
  layers: readonly Layer[];
  /** Labels of groups by id. */
  groups: ReadonlyMap<number, string>;
  who: Who | null;
  on: LayerActs;
}

function Name({ layer, linked }: { layer: Layer; linked: boolean }) {
  return linked ? (
    <Link href={href('layerData', { id: layer.id })} prefetch={false} className={classes.name}>
      <bdi>{layer.label}</bdi>
    </Link>
  ) : (
    <bdi className={classes.name}>{layer.label}</bdi>
  );
}

const groupsOf = ({ group_layer }: Layer, groups: ReadonlyMap<number, string>): string[] =>
  group_layer.flatMap((id) => groups.get(id) ?? []);

function Heading(props: { column: 'label' | 'type'; text: string; order: Order; onOrder: (order: Order) => void }) {
  const { column, text, order, onOrder } = props;
  const up = order === column;
  const down = order === `-${column}`;
  return (
    <th scope="col" aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <button type="button" className={classes.sort} onClick={() => onOrder(turned(order, column))}>
        {text}
        {up && <IconArrowUp size={14} aria-hidden />}
        {down && <IconArrowDown size={14} aria-hidden />}
      </button>
    </th>
  );
}

/** For wide screens. */
export function LayerTable(props: LayerListProps & { order: Order; onOrder: (order: Order) => void }) {
  const { layers, groups, who, on, order, onOrder } = props;
  const t = useTranslations('layers');
  const { number } = useFormat();
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={t('title')}>
        <thead>
          <tr>
            <Heading column="label" text={t('columns.label')} order={order} onOrder={onOrder} />
            <Heading column="type" text={t('columns.kind')} order={order} onOrder={onOrder} />
            <th scope="col" className={classes.number}>
              {t('columns.count')}
            </th>
            <th scope="col">{t('columns.groups')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {layers.map((layer) => {
            const acts = actsOn(layer, who);
            return (
              <tr key={layer.id}>
                <th scope="row">
                  <span className={classes.layer}>
                    <LayerMark layer={layer} />
                    <Name layer={layer} linked={acts.records} />
                  </span>
                </th>
                <td>{t(`kinds.${layer.type}` as 'kinds.1')}</td>
                <td className={classes.number}>{layer.type < 4 ? number(layer.record_count) : ''}</td>
                <td className={classes.groups}>
                  {groupsOf(layer, groups).map((name, i) => (
                    <span key={name}>
                      {i > 0 && t('separator')}
                      <bdi>{name}</bdi>
                    </span>
                  ))}
                </td>
                <td className={classes.actions}>
                  <RowActions layer={layer} acts={acts} on={on} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** For narrow ones. */
export function LayerCards({ layers, groups, who, on }: LayerListProps) {
  const t = useTranslations('layers');
  const { number } = useFormat();
  return (
    <ul className={classes.cards} aria-label={t('title')}>
      {layers.map((layer) => {
        const acts = actsOn(layer, who);
        const facts = [
          t(`kinds.${layer.type}` as 'kinds.1'),
          ...(layer.type < 4 ? [t('count', { n: number(layer.record_count), count: layer.record_count })] : []),
          ...groupsOf(layer, groups),
        ];
        return (
          <li key={layer.id} className={classes.card}>
            <LayerMark layer={layer} />
            <div className={classes.cardWords}>
              <Name layer={layer} linked={acts.records} />
              <p className={classes.facts}>
                {facts.map((fact, i) => (
                  <span key={fact}>
                    {i > 0 && ' · '}
                    <bdi>{fact}</bdi>
                  </span>
                ))}
              </p>
            </div>
            <RowActions layer={layer} acts={acts} on={on} />
          </li>
        );
      })}
    </ul>
  );
}
