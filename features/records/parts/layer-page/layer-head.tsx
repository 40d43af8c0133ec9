// The head of a layer's page: its name, how much it holds, the way to add to it, and the screens that change it.
'use client';
import { Button } from '@mantine/core';
import { IconFileUpload, IconForms, IconMap, IconPalette, IconPlus, IconRelationManyToMany } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { RowAct } from '@/components/collection/acts';
import { RowMenu } from '@/components/collection/row-menu';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { type LayerAct, layerActRule, missingRight } from '@/contract/schemas/layers/acts';
import { useWho } from '@/lib/api/use-who';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, href } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { Glyph, legendOf, openStyling } from '@/map';
import { onMap } from '../../logic/addresses';
import classes from '../../screens/layer-data.module.css';

const GLYPH = 20;
const ICON = 16;

/** Screens that change the layer, as far as the reader may open them. */
function useLayerLinks(layer: Layer): RowAct[] {
  const t = useTranslations('layerPage.acts');
  const router = useRouter();
  const who = useWho();
  const { id, type, rights } = layer;
  const may = (act: LayerAct) => {
    const { module, types } = layerActRule(act);
    if (missingRight(act, rights) !== null || (types && !types.includes(type))) return false;
    return module === undefined || allows(who, { module });
  };
  const links: (RowAct & { isOffered: boolean })[] = [
    {
      id: 'append',
      label: t('append'),
      icon: <IconFileUpload size={ICON} />,
      href: href('layerAppend', { layer_id: id, id: 'upload' }),
      isOffered: may('append'),
    },
    {
      id: 'form',
      group: 'change',
      label: t('form'),
      icon: <IconForms size={ICON} />,
      href: href('formEditor', { id }),
      isOffered: may('form'),
    },
    {
      id: 'style',
      group: 'change',
      label: t('style'),
      icon: <IconPalette size={ICON} />,
      run: () => {
        void openStyling(id);
        router.push(onMap(id));
      },
      isOffered: may('style'),
    },
    {
      id: 'relations',
      group: 'change',
      label: t('relations'),
      icon: <IconRelationManyToMany size={ICON} />,
      href: href('layerRelations'),
      isOffered: allows(who, routes.layerRelations.needs),
    },
  ];
  return links.flatMap(({ isOffered, ...act }) => (isOffered ? [act] : []));
}

/** Records of a table are added beside it, those with a place on a screen of their own. */
export function LayerHead({ layer, onAdd }: { layer: Layer; onAdd: () => void }) {
  const t = useTranslations('records.screen');
  const acts = useTranslations('layerPage.acts');
  const { number } = useFormat();
  const links = useLayerLinks(layer);
  const isTable = layer.type === LAYER_TYPES.table;
  const glyph = isTable ? undefined : legendOf(layer)[0];
  const plus = <IconPlus size={ICON} aria-hidden />;
  return (
    <header className={classes.head}>
      {glyph && <Glyph glyph={glyph.glyph} size={GLYPH} />}
      <h1 className={classes.title}>
        <bdi>{layer.label}</bdi>
      </h1>
      <span className={classes.count}>{t('count', { n: number(layer.record_count) })}</span>
      <span className={classes.actions}>
        {layer.rights.add && isTable && (
          <Button variant="default" leftSection={plus} onClick={onAdd}>
            {t('add')}
          </Button>
        )}
        {layer.rights.add && !isTable && (
          <Button component={Link} href={href('addData', { id: layer.id })} variant="default" leftSection={plus}>
            {t('add')}
          </Button>
        )}
        {!isTable && (
          <Button component={Link} href={onMap(layer.id)} leftSection={<IconMap size={ICON} aria-hidden />}>
            {t('toMap')}
          </Button>
        )}
        <RowMenu label={acts('menu', { layer: layer.label })} acts={links} />
      </span>
    </header>
  );
}
