// All layers that this person may see: find one, and whatever can be done with it.
'use client';
import { Button } from '@mantine/core';
import { IconStack2, IconUpload } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useCollection } from '@/lib/collection/use-collection';
import { allows, href } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { LAYERS_VIEW } from '../logic/view';
import { LayerList, type LayersScreenProps } from '../parts/layer-list';

function ImportLink() {
  const t = useTranslations('layers');
  return (
    <Button
      component={Link}
      href={href('layerImport', { id: 'upload' })}
      prefetch={false}
      leftSection={<IconUpload size={16} />}
    >
      {t('import')}
    </Button>
  );
}

/** `who` decides what is offered; the server decides what is done. */
export function LayersScreen(props: LayersScreenProps) {
  const t = useTranslations('layers');
  const { who } = props;
  const layers = useCollection(LAYERS_VIEW, 'layers');
  return (
    <LayerList
      {...props}
      title={t('title')}
      layers={layers}
      primary={allows(who, routes.layerImport.needs) && <ImportLink />}
      empty={{ icon: <IconStack2 size={24} />, title: t('empty.title'), text: t('empty.text') }}
    />
  );
}
