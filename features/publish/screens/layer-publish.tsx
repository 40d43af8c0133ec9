// What programs outside may read: the layers, the keys, and how they are used.
'use client';
import { Button, SegmentedControl } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { setInSearch } from '@/lib/routes/search';
import { TABS, type Tab } from '../logic/view';
import { KeyList } from '../parts/keys/key-list';
import { NewKey } from '../parts/keys/new-key';
import { LayerList } from '../parts/layer-list';
import { UseList } from '../parts/use-list';

/** /app/layer-publish */
export function LayerPublishScreen() {
  const t = useTranslations('publish');
  const name = useSearchParams().get('tab');
  const tab = TABS.find((one) => one === name) ?? 'layers';
  const [isMaking, setMaking] = useState(false);
  const tabs = (
    <SegmentedControl
      aria-label={t('tabsLabel')}
      value={tab}
      data={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      onChange={(next) => setInSearch('tab', (next as Tab) === 'layers' ? null : next)}
    />
  );
  const add = (
    <Button leftSection={<IconKey size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('keys.add')}
    </Button>
  );
  const frame = { title: t('title'), actions: tabs, primary: add };
  return (
    <>
      {tab === 'layers' ? <LayerList {...frame} /> : tab === 'keys' ? <KeyList {...frame} /> : <UseList {...frame} />}
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
    </>
  );
}
