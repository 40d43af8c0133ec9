// The buttons at the map's end side: zoom, where one was before, the whole country, north, where I am, the whole screen.
'use client';
import {
  IconArrowLeft,
  IconArrowRight,
  IconCurrentLocation,
  IconHome,
  IconMap2,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconNavigationFilled,
  IconPlus,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { type CustomerView, DEFAULT_VIEW, useView } from '../state/view';
import classes from './controls.module.css';
import { Overview } from './overview';
import { useMap } from './provider';

/** Close enough to see one's street. */
const NEAR = 15;

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Flies to where the reader is. */
const useLocate = () => {
  const map = useMap();
  const [where, setWhere] = useState<'idle' | 'asking' | 'refused'>('idle');
  const locate = () => {
    if (!('geolocation' in navigator)) return setWhere('refused');
    setWhere('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setWhere('idle');
        map.flyTo({ center: [coords.longitude, coords.latitude], zoom: Math.max(NEAR, map.getView().zoom) });
      },
      () => setWhere('refused'),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 },
    );
  };
  return { where, locate };
};

const FullScreenButton = () => {
  const t = useTranslations('map.controls');
  const [full, setFull] = useState(false);
  useEffect(() => subscribe(() => setFull(document.fullscreenElement !== null)), []);
  return (
    <IconButton
      label={t(full ? 'leaveFull' : 'full')}
      variant="transparent"
      onClick={() => {
        const done = full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
        // A browser or a frame may forbid it; the button then does nothing, as the browser wants it.
        done.catch(() => undefined);
      }}
    >
      {full ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
    </IconButton>
  );
};

/** Floats over the map; its place is the caller's business. North appears only when the map is turned. */
export const MapControls = ({ home = DEFAULT_VIEW }: { home?: CustomerView | typeof DEFAULT_VIEW }) => {
  const t = useTranslations('map.controls');
  const map = useMap();
  const bearing = useView((state) => state.view?.bearing ?? 0);
  const canGoBack = useView((s) => s.current > 0);
  const canGoOn = useView((s) => s.current < s.items.length - 1);
  const { where, locate } = useLocate();
  const [inset, setInset] = useState(false);

  const step = (by: -1 | 1) => {
    const view = useView.getState().step(by);
    if (view) map.flyTo(view);
  };
  return (
    <div className={classes.stack}>
      <div className={classes.group}>
        <IconButton label={t('zoomIn')} hotkey="+" variant="transparent" onClick={() => map.zoomBy(1)}>
          <IconPlus size={18} />
        </IconButton>
        <IconButton label={t('zoomOut')} hotkey="−" variant="transparent" onClick={() => map.zoomBy(-1)}>
          <IconMinus size={18} />
        </IconButton>
      </div>
      {Math.abs(bearing) > 0.5 && (
        <div className={classes.group}>
          <IconButton label={t('north')} variant="transparent" onClick={map.northUp}>
            <IconNavigationFilled size={16} style={{ transform: `rotate(${-bearing}deg)` }} />
          </IconButton>
        </div>
      )}
      <div className={classes.group}>
        <IconButton label={t('locate')} variant="transparent" loading={where === 'asking'} onClick={locate}>
          <IconCurrentLocation size={18} />
        </IconButton>
        <IconButton label={t('home')} variant="transparent" onClick={() => map.flyTo({ ...home, bearing: 0 })}>
          <IconHome size={18} />
        </IconButton>
      </div>
      <div className={`${classes.group} ${classes.wide}`}>
        <IconButton label={t('back')} variant="transparent" disabled={!canGoBack} onClick={() => step(-1)}>
          <IconArrowLeft size={18} className="points" />
        </IconButton>
        <IconButton label={t('forward')} variant="transparent" disabled={!canGoOn} onClick={() => step(1)}>
          <IconArrowRight size={18} className="points" />
        </IconButton>
      </div>
      <div className={`${classes.group} ${classes.wide}`}>
        <IconButton
          label={t('overview')}
          variant="transparent"
          aria-pressed={inset}
          onClick={() => setInset((now) => !now)}
        >
          <IconMap2 size={18} />
        </IconButton>
        <FullScreenButton />
      </div>
      {inset && (
        <div className={classes.inset}>
          <Overview />
        </div>
      )}
      <div role="status" className={where === 'refused' ? classes.note : classes.quiet}>
        {where === 'refused' ? t('locateRefused') : ''}
      </div>
    </div>
  );
};
