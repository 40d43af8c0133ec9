// What a service offers: its layers below their headings, searched and chosen; the chosen ones in their order.
'use client';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { IconButton } from '@/components/icon-button';
import { fold } from '@/contract/fold';
import type { ServiceCapabilities } from '@/contract/schemas/sources/service';
import { nextLayers, takesSeveral } from '../logic/service-values';
import classes from './service.module.css';

/** Rows that are drawn at once: what is beyond is searched for. */
const MAX_ROWS = 300;

export interface ServiceTreeProps {
  capabilities: ServiceCapabilities;
  value: string[];
  onChange: (names: string[]) => void;
  error?: ReactNode;
}

export function ServiceTree({ capabilities, value, onChange, error }: ServiceTreeProps) {
  const t = useTranslations('layerSources.service');
  const [search, setSearch] = useState('');
  const words = fold(search);
  const { kind, layers, is_cut } = capabilities;
  const rows = layers.filter(({ name, title }) => words === '' || (name !== null && fold(`${name} ${title}`).includes(words))); // biome-ignore format: one line
  const Choice = takesSeveral(kind) ? Checkbox : Radio;
  const titleOf = (name: string) => layers.find((one) => one.name === name)?.title ?? name;
  const move = (at: number, by: number) => {
    const next = [...value];
    const [one] = next.splice(at, 1);
    next.splice(at + by, 0, one as string);
    onChange(next);
  };
  return (
    <>
      <TextInput
        label={t('layers')}
        placeholder={t('search')}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
        error={error}
        data-path="layers"
      />
      {is_cut && <Callout>{t('cut')}</Callout>}
      <ul className={classes.tree} aria-label={t('layers')}>
        {rows.slice(0, MAX_ROWS).map(({ name, title, depth, has_mercator }, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: headings have no name, and a service may repeat one.
            key={`${i}/${name}`}
            className={classes.row}
            style={{ '--depth': words === '' ? depth : 0 } as CSSProperties}
          >
            {name === null ? (
              <bdi className={classes.heading}>{title}</bdi>
            ) : (
              <Choice
                label={<bdi>{title}</bdi>}
                description={has_mercator ? title !== name && <bdi dir="ltr">{name}</bdi> : t('noMercator')}
                checked={value.includes(name)}
                disabled={!has_mercator}
                onChange={() => onChange(nextLayers(kind, value, name))}
              />
            )}
          </li>
        ))}
        {rows.length === 0 && <li className={classes.row}>{t('noMatch')}</li>}
      </ul>
      {kind === 'wms' && value.length > 1 && (
        <ol className={classes.chosen} aria-label={t('order')}>
          {value.map((name, at) => (
            <li key={name}>
              <span>
                <bdi>{titleOf(name)}</bdi>
              </span>
              <IconButton label={t('up', { name: titleOf(name) })} disabled={at === 0} onClick={() => move(at, -1)}>
                <IconArrowUp size={16} />
              </IconButton>
              <IconButton
                label={t('down', { name: titleOf(name) })}
                disabled={at === value.length - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={16} />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
