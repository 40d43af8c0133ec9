// Where colleagues are, and where they were: a panel, a map, and the replay below it.
'use client';
import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import type { Who } from '@/lib/routes/rules';
import { STOP_RULES } from '../logic/track';
import type { Tab } from '../logic/view';
import { NowPanel } from '../parts/now/now-panel';
import { useOnline } from '../parts/now/use-online';
import { Dock } from '../parts/track/dock';
import { TrackPanel } from '../parts/track/track-panel';
import { useReplay } from '../parts/track/use-replay';
import { useTracks } from '../parts/track/use-tracks';
import classes from '../parts/tracking.module.css';
import { NowMap, TrackMap } from '../parts/tracking-map';
import { useView } from '../parts/use-view';

const FIRST_ZOOM = 6;

/** The sentence that everybody reads who looks. Another upstream may not say for how many days. */
function Privacy() {
  const t = useTranslations('tracking');
  const { number } = useFormat();
  const { data } = useRead(api.tracking.own, { query: {} }, { staleTime: Number.POSITIVE_INFINITY });
  return <p className={classes.privacy}>{data ? t('privacy', { days: number(data.kept_days) }) : t('privacyPlain')}</p>;
}

/** /app/tracking/online-users */
export function OnlineUsersScreen({ who }: { who: Who | null }) {
  const t = useTranslations('tracking');
  const room = useView();
  const { view, change } = room;
  const isNow = view.tab === 'now';
  const [side, setSide] = useState<'list' | 'map'>('list');
  const [selected, setSelected] = useState<number | null>(null);
  const [rules, setRules] = useState(STOP_RULES);
  const [zoom, setZoom] = useState(FIRST_ZOOM);
  const online = useOnline(view, isNow);
  const tracks = useTracks(view, rules, zoom, !isNow);
  const replay = useReplay(tracks.people, room, !isNow);
  const select = (id: number) => setSelected((last) => (last === id ? null : id));
  return (
    <Page title={t('title')} fill>
      <Privacy />
      <div className={classes.room} data-side={side}>
        <SegmentedControl
          className={classes.sides ?? ''}
          aria-label={t('sides.label')}
          value={side}
          onChange={(next) => setSide(next as 'list' | 'map')}
          data={(['list', 'map'] as const).map((value) => ({ value, label: t(`sides.${value}`) }))}
        />
        <section className={classes.panel} aria-label={t(`tabs.${view.tab}`)}>
          <SegmentedControl
            fullWidth
            aria-label={t('tabs.label')}
            value={view.tab}
            onChange={(tab) => change({ tab: tab as Tab })}
            data={(['now', 'track'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
          />
          <div className={classes.scroller}>
            {isNow ? (
              <NowPanel {...room} online={online} who={who} selected={selected} onSelect={select} />
            ) : (
              <TrackPanel {...room} tracks={tracks} clock={replay.clock} rules={rules} onRules={setRules} />
            )}
          </div>
        </section>
        <div className={classes.main}>
          <div className={classes.map}>
            {isNow ? (
              <NowMap users={online.users ?? []} isLost={online.isLost} selected={selected} onSelect={select} />
            ) : (
              <TrackMap replay={replay} team={tracks.team} onZoom={setZoom} />
            )}
          </div>
          {!isNow && view.people.length > 0 && (replay.span || tracks.isPending) && <Dock replay={replay} />}
        </div>
      </div>
    </Page>
  );
}
