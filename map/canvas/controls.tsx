// The buttons at the map's end side: zoom, north, where I am.
'use client';
import { IconCurrentLocation, IconMinus, IconNavigationFilled, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { useView } from '../state/view';
import classes from './controls.module.css';
import { useMap } from './provider';

/** Close enough to see one's street. */
const NEAR = 15;

/** Floats over the map; its place is the caller's business. North appears only when the map is turned. */
export const MapControls = () => {
  const t = useTranslations('map.controls');
  const map = useMap();
  const bearing = useView((state) => state.view?.bearing ?? 0);
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
      </div>
      <div role="status" className={where === 'refused' ? classes.note : classes.quiet}>
        {where === 'refused' ? t('locateRefused') : ''}
      </div>
    </div>
  );
};
