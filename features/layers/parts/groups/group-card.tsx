// A group as a card: the whole of it leads to its layers.
'use client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { LayerMark } from '../layer-mark';
import { useLogoAddress } from './group-logo';
import classes from './groups.module.css';

/** The group's logo, or what its first layers are drawn with. */
function Picture({ group }: { group: LayerGroup }) {
  const logo = useLogoAddress(group.id, group.logo);
  return (
    <span className={classes.marks} aria-hidden>
      {logo ? (
        // biome-ignore lint/performance/noImgElement: bytes that are here already
        <img src={logo} alt="" />
      ) : (
        (group.marks ?? []).map((mark) => <LayerMark key={mark.id} layer={mark} />)
      )}
    </span>
  );
}

export function GroupCard({ group }: { group: LayerGroup }) {
  const t = useTranslations('layerGroups.cards');
  const { number } = useFormat();
  const { id, label, parent, description, layer, record_count } = group;
  return (
    <li>
      <Link className={classes.card} href={href('groupLayer', { id })} prefetch={false}>
        <Picture group={group} />
        <div className={classes.words}>
          {parent && (
            <p className={classes.parent}>
              <bdi>{parent.label}</bdi>
            </p>
          )}
          <h2 className={classes.title}>
            <bdi>{label}</bdi>
          </h2>
          <p className={classes.facts}>
            {t('layers', { n: number(layer.length), count: layer.length })}
            {record_count !== undefined &&
              layer.length > 0 &&
              ` · ${t('records', { n: number(record_count), count: record_count })}`}
          </p>
          {description && (
            <p className={`${classes.facts} ${classes.text}`}>
              <bdi>{description}</bdi>
            </p>
          )}
        </div>
      </Link>
    </li>
  );
}
